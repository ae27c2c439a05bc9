package org.hawser.mpi.env;

import org.hawser.mpi.Caller;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.runtime.Rank;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.launch.RankMain;
import org.hawser.runtime.wireup.WireUps;

/**
 * The end of the whole job by an error or by abort: one line that says who, where and why, then the end of this
 * process, which is the launcher's sign to end the others.
 *
 * <p><b>Threads:</b> any; does not return.
 */
public final class JobEnd {
    private static final long DEADLINE_MILLIS = 2_000;
    /** A launcher sees the end of a process as soon as its peers do, and ends the others in less. */
    private static final long LAUNCHER_MILLIS = 500;

    private JobEnd() {
    }

    /** Ends the job because of an error nobody handles. */
    public static void byError(String call, String className, MpiFailure failure, String handler) {
        int error = failure.errorClass();
        boolean victim = error == ErrorClass.PROC_FAILED || error == ErrorClass.PROC_FAILED_PENDING
            || error == ErrorClass.REVOKED;
        if (victim && JobDescription.current().launcherPid() > 0) {
            // The launcher has seen the end of that process, too, and knows its cause. Of a job that a rank has aborted
            // the others say nothing.
            pause(LAUNCHER_MILLIS);
        }
        print(RankMain.ERROR + " at " + who() + " in " + call + ": " + className + ": " + failure.getMessage()
            + Caller.place() + "; " + handler + " ends the job");
        // A rank that fails because another one has gone is a victim; its launcher looks for the cause elsewhere.
        exit(victim ? RankMain.PEER_LOST : 1);
    }

    /** Ends the job because the program asks for it. */
    public static void byAbort(int code) {
        print(RankMain.ABORT + " by " + who() + Caller.place() + ": code=" + code);
        if (code == 0 && JobDescription.current().launcherPid() > 0) {
            // To our launcher an end with 0 is no reason to end the others.
            exit(RankMain.ENDED_WELL);
        } else {
            // An exit code has 8 bits; one that is not 0 must not read as success.
            exit(code != 0 && (code & 0xff) == 0 ? 1 : code);
        }
    }

    /** This process, for messages: its rank and its host. */
    static String who() {
        Rank rank = Environment.rank();
        return (rank == null ? "a process that has not called MPI.Init" : rank.toString()) + " on "
            + Environment.hostName();
    }

    private static void print(String line) {
        // CHECKSTYLE.OFF: print (what the program wrote comes before the line that says why it ended)
        System.out.flush();
        // CHECKSTYLE.ON: print
        System.err.println("hawser: " + line);
        System.err.flush();
    }

    /** Ends even when a shutdown hook of the program does not return. */
    private static void exit(int code) {
        WireUps.abort(code, code == RankMain.PEER_LOST);
        Thread deadline = new Thread(() -> {
            pause(DEADLINE_MILLIS);
            Runtime.getRuntime().halt(code);
        }, "hawser-abort-deadline");
        deadline.setDaemon(true);
        deadline.start();
        System.exit(code);
    }

    private static void pause(long millis) {
        try {
            // CHECKSTYLE.OFF: sleep (what would wake us is the end of the JVM)
            Thread.sleep(millis);
            // CHECKSTYLE.ON: sleep
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
