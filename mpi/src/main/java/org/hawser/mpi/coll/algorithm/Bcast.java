package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;

/**
 * A way to bring the root's bytes to all.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface Bcast extends Algorithm {
    /** True when ranks may have room for more than the root gives, as messages go the same ways all the same. */
    default boolean allowsShorter(Steps steps, long bytes) {
        return false;
    }

    /** Gives the steps; the bytes are the root's at the root, and are written everywhere else. */
    void run(Steps steps, Object array, long at, long bytes, int root);
}
