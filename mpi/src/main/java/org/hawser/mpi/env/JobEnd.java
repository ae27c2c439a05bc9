package org.hawser.mpi.env;

import java.util.Optional;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.runtime.Rank;
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

    private JobEnd() {
    }

    /** Ends the job because of an error nobody handles. */
    public static void byError(String call, String className, MpiFailure failure, String handler) {
        print("MPI error at " + who() + " in " + call + ": " + className + ": " + failure.getMessage() + place()
            + "; " + handler + " ends the job");
        // A rank that fails because another one has gone is a victim; its launcher looks for the cause elsewhere.
        int error = failure.errorClass();
        exit(error == ErrorClass.PROC_FAILED || error == ErrorClass.PROC_FAILED_PENDING || error == ErrorClass.REVOKED
            ? RankMain.PEER_LOST : 1);
    }

    /** Ends the job because the program asks for it. */
    public static void byAbort(int code) {
        print("abort called by " + who() + place() + ": code=" + code);
        // An exit code has 8 bits, and one that reads as success would hide that the job was cut short.
        exit((code & 0xff) == 0 ? 1 : code);
    }

    private static String who() {
        Rank rank = Environment.rank();
        return (rank == null ? "a process that has not called MPI.Init" : rank.toString()) + " on "
            + Environment.hostName();
    }

    /** The line of the program that called. */
    private static String place() {
        Optional<StackWalker.StackFrame> caller = StackWalker.getInstance().walk(frames -> frames
            .filter(frame -> !frame.getClassName().startsWith("mpi.")
                && !frame.getClassName().startsWith("org.hawser.mpi."))
            .findFirst());
        return caller.map(frame -> " at " + frame.getClassName() + "(" + frame.getFileName() + ":"
            + frame.getLineNumber() + ")").orElse("");
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
            try {
                // CHECKSTYLE.OFF: sleep (what would wake us is the end of the JVM)
                Thread.sleep(DEADLINE_MILLIS);
                // CHECKSTYLE.ON: sleep
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(code);
        }, "hawser-abort-deadline");
        deadline.setDaemon(true);
        deadline.start();
        System.exit(code);
    }
}
