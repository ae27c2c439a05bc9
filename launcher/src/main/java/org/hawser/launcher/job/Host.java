package org.hawser.launcher.job;

import java.io.IOException;
import java.util.List;

/**
 * Where some ranks of a job run. Each rank that has ended is told to whoever made the host, once.
 *
 * <p><b>Threads:</b> any.
 */
interface Host {
    String name();

    /** What it runs. */
    List<? extends StartedRank> ranks();

    /** True when each of its ranks that still runs has said that it goes on when others are killed. */
    boolean ranksOutlive();

    /** Asks all ranks to end. */
    void terminate();

    /** Ends all ranks. */
    void kill();

    /** Begins to clear away, and does not wait for it. */
    void dismiss();

    /** Clears away what the job had on this host. */
    void close() throws IOException;
}
