package org.hawser.runtime.launch;

import org.hawser.runtime.wireup.ManagedJob;
import org.hawser.runtime.wireup.WireUps;

/**
 * A rank that somebody else's launcher started with a plain {@code java} command. Nothing of Hawser's is around its
 * program's main method, so what {@link RankMain} does there is done here: an exception that nobody catches is reported
 * with the rank's number, and ends the job.
 *
 * <p><b>Threads:</b> any.
 */
final class PlainRank {
    private static JobDescription known;
    private static int cores;

    private PlainRank() {
    }

    /** What the launcher and the other ranks say; null when this process is no such rank. Joins at the first call. */
    static synchronized JobDescription current() {
        if (known == null) {
            ManagedJob job = ManagedJob.join(System.getenv());
            if (job == null) {
                return null;
            }
            cores = job.cores();
            known = new JobDescription(job.id(), job.rank(), job.nodes(), job.directory(), false,
                JobDescription.PROGRESS_THREAD.equals(System.getenv(JobDescription.PROGRESS)), 0);
            if (Thread.getDefaultUncaughtExceptionHandler() == null) {
                Thread.setDefaultUncaughtExceptionHandler(PlainRank::fail);
            }
        }
        return known;
    }

    /** The cores that the ranks of this node share; 0 when this process is no such rank, or has not joined. */
    static synchronized int cores() {
        return cores;
    }

    /** Of other threads than the main one Java goes on without, and so does the job. */
    private static void fail(Thread thread, Throwable failure) {
        RankMain.report(known, failure);
        if (!thread.getName().equals("main")) {
            return;
        }
        int exitCode = RankMain.exitCodeOf(failure);
        WireUps.abort(exitCode, exitCode == RankMain.PEER_LOST);
        ExitDeadline.exit(exitCode);
    }
}
