package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * A way to collect a piece from each at all.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface AllGather extends Algorithm {
    /** Gives the steps. Each rank's own piece lies in its place already. */
    void run(Steps steps, Blocks all);
}
