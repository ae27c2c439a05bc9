package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;

/**
 * A way to bring the root's bytes to all.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface Bcast extends Algorithm {
    /** Gives the steps; the bytes are the root's at the root, and are written everywhere else. */
    void run(Steps steps, Object array, long at, long bytes, int root);
}
