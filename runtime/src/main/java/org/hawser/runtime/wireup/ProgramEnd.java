package org.hawser.runtime.wireup;

/**
 * How a program comes to its end.
 *
 * <p><b>Threads:</b> stateless.
 */
final class ProgramEnd {
    private ProgramEnd() {
    }

    /**
     * True when the JVM ends because the program called {@code exit} or a signal came, and not because its last thread
     * returned. Java does not tell a shutdown hook; the stack of whoever waits for the hooks does.
     */
    static boolean isByExit() {
        for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
            for (StackTraceElement frame : stack) {
                if (frame.getClassName().equals("java.lang.Shutdown") && frame.getMethodName().equals("exit")) {
                    return true;
                }
            }
        }
        return false;
    }
}
