package org.hawser.runtime.launch;

/**
 * Ends a rank that has failed even when a shutdown hook of the program does not return: the other ranks wait for
 * nothing but this end.
 *
 * <p><b>Threads:</b> one daemon thread, started by the rank that fails.
 */
final class ExitDeadline extends Thread {

    private static final long MILLIS = 2_000;

    private final int exitCode;

    private ExitDeadline(int exitCode) {
        super("hawser-exit-deadline");
        this.exitCode = exitCode;
        setDaemon(true);
    }

    /** Does not return. */
    static void exit(int exitCode) {
        new ExitDeadline(exitCode).start();
        System.exit(exitCode);
    }

    @Override
    public void run() {
        try {
            // CHECKSTYLE.OFF: sleep (what would wake us is the end of the JVM)
            Thread.sleep(MILLIS);
            // CHECKSTYLE.ON: sleep
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(exitCode);
    }
}
