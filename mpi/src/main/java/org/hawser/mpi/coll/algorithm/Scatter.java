package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * A way to deal the root's pieces out.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface Scatter extends Algorithm {
    /** Gives the steps. The root has its own piece already; {@code all} is where the pieces lie at the root. */
    void run(Steps steps, Blocks all, Object array, long at, long bytes, int root);
}
