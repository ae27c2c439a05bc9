package org.hawser.mpi;

import java.security.CodeSource;

/**
 * The line of the program that called MPI, for messages.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per call; it walks the stack, so it is for what happens once.
 */
public final class Caller {
    private static final String OURS = sourceOf(Caller.class);

    private Caller() {
    }

    /** {@code " at Main(Main.java:12)"}, or nothing when only MPI itself is on the stack. */
    public static String place() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(frames -> frames
            .filter(frame -> !isOurs(frame.getDeclaringClass()))
            .findFirst()
            .map(frame -> " at " + frame.getClassName() + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")")
            .orElse(""));
    }

    /** Programs have classes in package mpi, too. */
    private static boolean isOurs(Class<?> type) {
        String name = type.getName();
        return (name.startsWith("mpi.") || name.startsWith("org.hawser.mpi.")) && sourceOf(type).equals(OURS);
    }

    private static String sourceOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? "" : String.valueOf(source.getLocation());
    }
}
