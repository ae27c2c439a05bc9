package org.hawser.launcher.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hawser.launcher.agent.JobAddresses;
import org.hawser.runtime.launch.RankMain;
import org.hawser.runtime.launch.OutputTag;

/**
 * A job that this process has started and looks after, on this machine or on several hosts. The first rank that fails
 * ends the others, and so does a host that is lost; the end of this JVM, by a signal too, ends them all.
 *
 * <pre>{@code
 * LocalJob job = LocalJob.start(JobSpec.of(4, "com.example.Main").classPath(List.of(jar)).build());
 * int exitCode = job.await();
 * }</pre>
 *
 * <p><b>Threads:</b> any may {@link #kill()}; one calls {@link #await()}.
 */
public final class LocalJob {

    /** Exit code of a job that ran out of time. */
    public static final int TIMED_OUT = 124;

    private static final long TERMINATE_MILLIS = 2_000;
    private static final long DRAIN_MILLIS = 1_000;
    private static final long CAUSE_MILLIS = 1_000;
    /** How long the signal that also ended a rank may take to reach us. */
    private static final long SIGNAL_MILLIS = 300;

    private final JobSpec spec;
    private final OutputPumps output;
    private final JobAddresses addresses = new JobAddresses();
    private final BlockingQueue<StartedRank> ended = new LinkedBlockingQueue<>();
    private final JobHosts hosts;
    private final Thread atShutdown = new Thread(this::shutDown, "hawser-shutdown");
    private volatile boolean stopping;
    private volatile List<String> message = List.of();

    private LocalJob(JobSpec spec, String tagStyle) throws IOException {
        this.spec = spec;
        OutputMerger merger = OutputMerger.of(spec, tagStyle);
        output = new OutputPumps(merger);
        hosts = JobHosts.of(spec, output, merger, addresses, ended::add);
    }

    /**
     * Starts a job, after clearing what dead jobs left in shared memory.
     *
     * @param spec what to run
     * @return the running job
     * @throws IOException when a process or the node directory cannot be made, or a host cannot be used
     */
    public static LocalJob start(JobSpec spec) throws IOException {
        return start(spec, spec.tagOutput() ? OutputTag.PLAIN : OutputTag.NONE);
    }

    /**
     * Starts a job with a style of tags.
     *
     * @param spec what to run
     * @param tagStyle a constant of {@link OutputTag}
     * @return the running job
     * @throws IOException when a process or the node directory cannot be made, or a host cannot be used
     */
    public static LocalJob start(JobSpec spec, String tagStyle) throws IOException {
        LocalJob job = new LocalJob(spec, tagStyle);
        Runtime.getRuntime().addShutdownHook(job.atShutdown);
        try {
            job.hosts.start(tagStyle);
        } catch (IOException | RuntimeException e) {
            job.kill();
            job.release();
            throw e;
        }
        return job;
    }

    /**
     * The process of each rank, in order; one process when the ranks are threads. Ranks that were asked for by others
     * come behind, as long as the job runs.
     *
     * @return process ids, each on the rank's own host
     */
    public List<Long> ranks() {
        return hosts.ranks().stream().map(StartedRank::pid).toList();
    }

    /**
     * Waits for the end of the job and passes on all output. Says which rank failed and why, on
     * standard error where the output goes to this process's streams, and in {@link #message()}.
     *
     * @return 0, or the exit code of the first rank that failed, or {@link #TIMED_OUT}
     * @throws InterruptedException when the waiting thread is interrupted; the job is ended
     */
    public int await() throws InterruptedException {
        try {
            int exitCode = supervise();
            output.drain(DRAIN_MILLIS);
            return exitCode;
        } finally {
            kill();
            release();
        }
    }

    /**
     * Why the job failed, as it is told to a user.
     *
     * @return lines; none when it did not fail, or not yet
     */
    public List<String> message() {
        return message;
    }

    /** Ends all ranks: asks them to, and after two seconds does not ask any more. Returns when they are gone. */
    public void kill() {
        stopping = true;
        hosts.end();
        hosts.all().forEach(Host::terminate);
        if (!awaitEnd(TERMINATE_MILLIS)) {
            hosts.all().forEach(Host::kill);
            awaitEnd(TERMINATE_MILLIS);
        }
    }

    private int supervise() throws InterruptedException {
        long deadline = spec.timeout() == null ? Long.MAX_VALUE : System.nanoTime() + spec.timeout().toNanos();
        int exitCode = 0;
        List<String> lostHosts = new ArrayList<>();
        // A rank that asks for others runs until they are in the list.
        for (int over = 1; over <= hosts.ranks().size(); over++) {
            StartedRank end = spec.timeout() == null ? ended.take()
                : ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (end == null) {
                return timeOut();
            }
            if (leaveToOthers(end)) {
                continue;
            }
            if (end.exitCode() > Failure.SIGNAL_BASE && othersOutlive()) {
                exitCode = exitCode == 0 ? end.exitCode() : exitCode;
                if (end.loss() == null || !lostHosts.contains(end.host())) {
                    lostHosts.add(end.host());
                    List<String> lines = new ArrayList<>(describeEnd(end));
                    lines.add("hawser: the others handle errors themselves and go on: ranks=" + alive().size());
                    tell(List.copyOf(lines));
                }
            } else if (end.exitCode() != 0) {
                return fail(end);
            }
        }
        return exitCode;
    }

    /** True for a rank that others asked for and still wait for: they find out, and fail or go on. */
    private boolean leaveToOthers(StartedRank end) {
        if (end.job() == null) {
            addresses.end(end.rank());
            return false;
        }
        boolean onTrial = end.job().isOnTrial();
        end.job().closeWhenEmpty();
        if (onTrial && end.exitCode() != 0 && !Failure.isGoodEnd(end.exitCode(), end.tail())
                && !end.job().isAbandoned() && !stopping) {
            tell(describeEnd(end));
        }
        return onTrial;
    }

    private List<StartedRank> alive() {
        return hosts.ranks().stream().filter(StartedRank::isAlive).toList();
    }

    /** True when some ranks still run and each has said that it goes on without the others. */
    private boolean othersOutlive() {
        return !stopping && !alive().isEmpty() && hosts.all().stream().allMatch(Host::ranksOutlive);
    }

    private int timeOut() {
        List<StartedRank> alive = alive();
        String who = alive.stream().map(rank -> Integer.toString(rank.rank())).collect(Collectors.joining(", "));
        tell(List.of("hawser: timeout after " + spec.timeout().toMillis() / 1000.0 + " s: "
            + (spec.threads() ? "ranks of pid " + hosts.ranks().getFirst().pid() : "rank " + who)
            + " still running, ended"));
        kill();
        return TIMED_OUT;
    }

    /** The rank that failed for a reason of its own, if one shows up beside a first one that merely lost it. */
    private StartedRank cause(StartedRank first) throws InterruptedException {
        StartedRank failed = first;
        long deadline = System.nanoTime() + CAUSE_MILLIS * 1_000_000;
        while (failed.exitCode() == RankMain.PEER_LOST) {
            StartedRank next = ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                return first;
            }
            if (next.exitCode() != 0) {
                failed = next;
            }
        }
        return failed;
    }

    private int fail(StartedRank first) throws InterruptedException {
        StartedRank failed = cause(first);
        int exitCode = failed.exitCode();
        if (exitCode > Failure.SIGNAL_BASE) {
            // Ctrl-C reaches the ranks and this process at once: then the signal is the cause, not the rank.
            Thread.sleep(SIGNAL_MILLIS);
        }
        if (stopping) {
            return exitCode;
        }
        List<String> gone = exitCode == RankMain.PEER_LOST ? goneBefore() : List.of();
        kill();
        output.drain(DRAIN_MILLIS);
        if (Failure.isGoodEnd(exitCode, failed.tail())) {
            return 0;
        }
        tell(Stream.concat(describeEnd(failed).stream(), gone.stream()).toList());
        return exitCode;
    }

    /** What to look at when ranks fail for lack of others that have ended, and none of these has failed. */
    private List<String> goneBefore() {
        String who = hosts.ranks().stream().filter(rank -> !rank.isAlive() && rank.exitCode() == 0)
            .map(rank -> Integer.toString(rank.rank())).collect(Collectors.joining(", "));
        return who.isEmpty() ? List.of() : List.of("hawser: ended before with exit code 0: rank " + who
            + " (an MPI program calls MPI.Finalize at every rank before it ends)");
    }

    private List<String> describeEnd(StartedRank rank) {
        if (rank.loss() != null) {
            String with = hosts.ranks().stream().filter(other -> other.host().equals(rank.host())
                && other.loss() != null).map(other -> Integer.toString(other.rank()))
                .collect(Collectors.joining(", "));
            return List.of("hawser: host " + rank.host() + " is lost, with rank " + with + ": " + rank.loss());
        }
        String job = rank.job() == null ? "" : " of spawned job " + rank.job().number();
        String who = spec.threads() ? Failure.SOME_RANK : "rank " + rank.rank();
        return Failure.describe(who + job + " (pid " + rank.pid() + " on " + rank.host() + ")",
            rank.exitCode(), rank.tail());
    }

    private void tell(List<String> lines) {
        message = lines;
        if (spec.output() == null) {
            lines.forEach(System.err::println);
        }
    }

    private boolean awaitEnd(long millis) {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (StartedRank rank : hosts.ranks()) {
            try {
                if (!rank.waitFor(deadline - System.nanoTime())) {
                    return false;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private void shutDown() {
        if (!stopping) {
            System.err.println("hawser: interrupted, ending the job: ranks=" + spec.ranks());
        }
        kill();
        try {
            // What ranks have said to the end, also in their shutdown hooks; a reader that takes none of it holds
            // nobody up who has been told to end.
            output.await(DRAIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        hosts.close();
    }

    private void release() {
        try {
            Runtime.getRuntime().removeShutdownHook(atShutdown);
        } catch (IllegalStateException e) {
            // The JVM ends already: the hook does what is left to do.
            return;
        }
        hosts.close();
    }
}
