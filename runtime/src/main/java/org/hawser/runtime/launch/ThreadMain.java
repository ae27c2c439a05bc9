package org.hawser.runtime.launch;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * The main class of a job whose ranks are threads of one JVM: {@code ThreadMain program arguments…}. The job comes
 * from the environment as for a rank process; the user's class path from the system property
 * {@value #CLASS_PATH}, since only the ranks' own loaders may see it.
 *
 * <p><b>Threads:</b> one platform thread {@code rank-R} per rank; the first failure ends the JVM.
 */
public final class ThreadMain {

    /** System property: where the user's classes are. */
    public static final String CLASS_PATH = "hawser.user.class.path";

    /** System property: {@code true} puts the rank before each line of output, {@code colour} in colour. */
    public static final String TAG_OUTPUT = "hawser.tag.output";

    private static final long VICTIM_PATIENCE_NANOS = 1_000_000_000L;

    private final JobDescription job;
    private final SharedClassPath classPath;
    private final RankStreams streams;
    private final ThreadRanks ranks;

    private ThreadMain(JobDescription job) throws IOException {
        this.job = job;
        // The models in Hawser's own jar are loaded per rank as well. It comes first, as for ranks that are processes:
        // a user's jar may hold another package mpi, of the bindings that it was built for.
        this.classPath = new SharedClassPath(System.getProperty("java.class.path") + File.pathSeparator
            + System.getProperty(CLASS_PATH, "."));
        this.streams = new RankStreams(System.getProperty(TAG_OUTPUT, "false"));
        this.ranks = new ThreadRanks(job, classPath, this::runRank, this::cannotStart);
    }

    /**
     * Runs the program once per rank and waits for all of them, also those that ranks asked for.
     *
     * @param arguments the program's main class and its arguments
     * @throws Exception when the job cannot be set up
     */
    public static void main(String[] arguments) throws Exception {
        JobDescription job = JobDescription.current();
        if (job.launcherPid() > 0) {
            LauncherWatch.start(job);
        }
        new ThreadMain(job).run(arguments);
    }

    private void run(String[] arguments) {
        streams.install();
        ranks.start(arguments);
        ranks.await();
        streams.flush();
    }

    private void cannotStart(JobDescription rank, OutOfMemoryError e) {
        fail("hawser: cannot start the thread of rank " + rank.rank() + " of " + rank.size() + ": " + e.getMessage()
            + " (limits: ulimit -u, the container's pids limit; -J-Xss256k makes stacks smaller)", 1);
    }

    private void runRank(RankLoader loader, String[] arguments) {
        JobDescription description = loader.description();
        try {
            RankMain.bindToCore(description);
            MainMethod main = RankMain.load(arguments[0], loader);
            main.call(Arrays.copyOfRange(arguments, 1, arguments.length));
            leave(loader);
            streams.flush(loader);
        } catch (BadProgramException e) {
            fail("hawser: " + e.getMessage(), RankMain.BAD_PROGRAM);
        } catch (Throwable failure) {
            int exitCode = RankMain.exitCodeOf(failure);
            if (exitCode == RankMain.PEER_LOST) {
                // Let the rank that was the cause speak first.
                LockSupport.parkNanos(VICTIM_PATIENCE_NANOS);
            }
            synchronized (this) {
                RankMain.report(description, failure);
                fail(null, exitCode);
            }
        }
    }

    /** A rank whose program ends without leaving the job leaves it now, as a process does at its end. */
    private static void leave(RankLoader loader) {
        if (loader.shared().remove(new RankEnd(loader.description().rank())) instanceof Runnable leaving) {
            leaving.run();
        }
    }

    /** Ends the JVM, once: ranks that fail while it ends are not worth a message of their own. */
    private synchronized void fail(String message, int exitCode) {
        if (message != null) {
            System.err.println(message);
        }
        streams.flush();
        Runtime.getRuntime().halt(exitCode);
    }
}
