package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * A way for each to send a piece to each.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface AllToAll extends Algorithm {
    /** Gives the steps. Each rank's piece for itself is copied as well. */
    void run(Steps steps, Blocks out, Blocks in);
}
