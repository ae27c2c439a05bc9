package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * A way to collect a piece from each at the root.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface Gather extends Algorithm {
    /** Gives the steps. At the root its own piece lies in its place already, and {@code all} is where the pieces go. */
    void run(Steps steps, Object array, long at, long bytes, Blocks all, int root);
}
