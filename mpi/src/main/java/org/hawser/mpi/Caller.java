package org.hawser.mpi;

/**
 * The line of the program that called MPI, for messages.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per call; it walks the stack, so it is for what happens once.
 */
public final class Caller {
    private Caller() {
    }

    /** {@code " at Main(Main.java:12)"}, or nothing when only MPI itself is on the stack. */
    public static String place() {
        return StackWalker.getInstance().walk(frames -> frames
            .filter(frame -> !frame.getClassName().startsWith("mpi.")
                && !frame.getClassName().startsWith("org.hawser.mpi."))
            .findFirst()
            .map(frame -> " at " + frame.getClassName() + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")")
            .orElse(""));
    }
}
