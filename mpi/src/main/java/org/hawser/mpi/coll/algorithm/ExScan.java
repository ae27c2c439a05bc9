package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * A way to combine the items of all ranks before this one.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface ExScan extends Algorithm {
    /**
     * Gives the steps. The array has this rank's items at first and the result at the end; at rank 0 it stays as it
     * is.
     */
    void run(Steps steps, Reduction reduction, Object array, long at, long bytes);
}
