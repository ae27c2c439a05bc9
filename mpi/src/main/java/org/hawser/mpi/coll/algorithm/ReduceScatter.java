package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * A way to combine everybody's items and deal the result out.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface ReduceScatter extends Algorithm {
    /**
     * Gives the steps. {@code mine} are this rank's items for each, one piece after the other; the result is of this
     * rank's piece's length and apart from them.
     */
    void run(Steps steps, Reduction reduction, Blocks mine, Object result, long resultAt);
}
