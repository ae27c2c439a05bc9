package org.hawser.launcher.job;

/**
 * A rank's process, on this host or another, or the one process of a job whose ranks are threads.
 *
 * <p><b>Threads:</b> any.
 */
interface StartedRank {
    int rank();

    /** The job it is of when ranks asked for it; null for the one that the launcher was asked for. */
    SpawnedJob job();

    /** The name of its host. */
    String host();

    long pid();

    boolean isAlive();

    boolean waitFor(long nanos) throws InterruptedException;

    /** Once it has ended. */
    int exitCode();

    /** Why its host was lost, and the rank with it; null when the rank ended by itself. */
    String loss();

    OutputTail tail();
}
