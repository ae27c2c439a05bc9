package org.hawser.mpi.env;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Tables;
import org.hawser.mpi.comm.Contexts;
import org.hawser.mpi.comm.Parting;
import org.hawser.mpi.ft.FaultTolerance;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.libc.Notices;
import org.hawser.platform.settings.SettingMistake;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.Rank;
import org.hawser.runtime.SharedRank;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.launch.LauncherWatch;
import org.hawser.runtime.spawn.SpawnOrigin;

/**
 * What MPI is in this process: not begun, running as one rank of a job, or over. Ranks that are threads of one JVM have
 * each their own, because each loads this class for itself.
 *
 * <p><b>Threads:</b> any; a thread that uses MPI began after Init, or learnt of it from one that did.
 */
public final class Environment {
    private enum State { BEFORE, RUNNING, OVER }

    private static volatile State state = State.BEFORE;
    /** Shared with other models of the program. */
    private static SharedRank place;
    private static Rank rank;
    private static int threadLevel;
    private static boolean outlives;
    private static int program;
    private static int universe;
    private static final List<Runnable> ENDINGS = new CopyOnWriteArrayList<>();
    private static Thread mainThread;
    private static Contexts contexts;
    /** Null whenever MPI cannot be used: the one look that every call takes. */
    private static PointToPoint point;

    private Environment() {
    }

    /** Joins the job. */
    public static synchronized void start(int level) {
        if (state != State.BEFORE) {
            throw new MpiFailure(ErrorClass.OTHER, state == State.RUNNING ? "MPI is initialized already"
                : "MPI was finalized: it cannot be initialized again");
        }
        JobDescription job = JobDescription.current();
        SpawnOrigin origin = SpawnOrigin.current();
        if (origin != null && job.launcherPid() > 0 && !job.threads()) {
            // Where an executable file was spawned nobody else has begun to.
            LauncherWatch.start(job);
        }
        program = origin == null ? 0 : origin.program();
        universe = (int) Settings.number("hawser.mpi.universe", JobDescription.cores(), 1, Integer.MAX_VALUE);
        place = SharedRank.enter("MPI");
        rank = place.rank();
        PointToPoint started = new PointToPoint(rank);
        FaultTolerance.start(started);
        contexts = Contexts.open(rank);
        Tables.open(rank);
        started.barrier();
        threadLevel = level;
        mainThread = Thread.currentThread();
        state = State.RUNNING;
        point = started;
    }

    /**
     * Leaves the job together with all others. Sends and collectives that the program did not wait for come to their
     * end here. A rank whose program may still use buffers of the runtime's memory stays joined until the program ends,
     * and answers nothing: the buffers live on.
     *
     * @param strict whether receives, and sends to itself, that are still pending are an error; else a line tells of
     *     them, and they are given up: nobody is left who could complete them
     * @throws MpiFailure when there are and they are; nothing has changed then. When a peer is lost the rank has left
     *     all the same; one that handles errors is not told of it
     */
    public static synchronized void finish(boolean strict) {
        check();
        AttachedBuffer.drain();
        int pending = point.unsettled();
        if (pending > 0) {
            String what = "requests are not complete: wait for them, or free them, before Finalize: pending=" + pending;
            if (strict) {
                throw new MpiFailure(ErrorClass.PENDING, what);
            }
            Notices.once("MPI.Finalize at " + JobEnd.who() + ": " + what + "; they are given up");
        }
        try {
            point.finish();
            if (contexts.isConnected()) {
                Parting.finish(point, contexts);
            }
            ENDINGS.forEach(Runnable::run);
            point.barrier();
        } catch (FabricException e) {
            if (!outlives || e.severity() != FabricException.Severity.PEER_LOST) {
                throw e;
            }
            // Who goes on without the others also leaves without them; but waits for those that are left.
            FaultTolerance.partInPeace(point);
        } finally {
            // Also when a peer is lost: what is left of the job ends here.
            leave();
        }
    }

    /** Has something run in Finalize, before this process leaves the job. */
    public static void whenFinishing(Runnable ending) {
        ENDINGS.add(ending);
    }

    private static void leave() {
        point = null;
        state = State.OVER;
        if (SharedBuffers.end()) {
            place.close();
        } else {
            sendWhatIsKeptBack();
        }
    }

    /** Says whether this rank goes on when another one is killed; once it has joined. */
    public static void outlives(boolean others) {
        if (point != null) {
            outlives = others;
            rank.outlives(others);
        }
    }

    private static void sendWhatIsKeptBack() {
        int work;
        do {
            work = rank.progress();
        } while (work > 0);
    }

    /** True once Init has been called. */
    public static boolean isInitialized() {
        return state != State.BEFORE;
    }

    /** True once Finalize has been called. */
    public static boolean isFinalized() {
        return state == State.OVER;
    }

    /** Refuses calls before Init and after Finalize. */
    public static void check() {
        if (point == null) {
            throw notRunning();
        }
    }

    /** The failure of a call before Init or after Finalize. */
    public static MpiFailure notRunning() {
        return new MpiFailure(ErrorClass.OTHER, state == State.OVER ? "MPI is finalized: nothing can be called after "
            + "MPI.Finalize" : "MPI is not initialized: call MPI.Init first");
    }

    /** Point-to-point communication, or null when MPI is not running. */
    public static PointToPoint point() {
        return point;
    }

    /** Where the job's communicators get their contexts; null before Init. */
    public static Contexts contexts() {
        return contexts;
    }

    /** This process's rank of the job; null before Init. */
    public static Rank rank() {
        return rank;
    }

    /** The level of thread support that was asked for. */
    public static int threadLevel() {
        return threadLevel;
    }

    /** True on the thread that called Init. */
    public static boolean isMainThread() {
        return Thread.currentThread() == mainThread;
    }

    /**
     * What went wrong, with its error class: a lost peer, a setting with a wrong value, a fault inside, or what is a
     * failure already.
     */
    public static MpiFailure failureOf(RuntimeException e) {
        if (e instanceof MpiFailure failure) {
            return failure;
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof FabricException fabric) {
                int errorClass = fabric.severity() == FabricException.Severity.PEER_LOST ? ErrorClass.PROC_FAILED
                    : ErrorClass.OTHER;
                return new MpiFailure(errorClass, fabric.getMessage(), e);
            }
            if (cause instanceof SettingMistake) {
                return new MpiFailure(ErrorClass.ARG, cause.getMessage(), e);
            }
        }
        return new MpiFailure(ErrorClass.INTERN, "a fault inside Hawser: " + e, e);
    }

    /** Which of the programs that were started together this process runs, from 0. */
    public static int program() {
        return program;
    }

    /** How many processes there may be, those of the job among them: as many as cores, where nobody says more. */
    public static int universeSize() {
        return Math.max(rank.size(), universe);
    }

    /** The host's name. */
    public static String hostName() {
        return Host.name();
    }
}
