package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * A way to combine everybody's items at the root.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface Reduce extends Algorithm {
    /** Gives the steps. {@code result} is the root's alone; there it may be the same place as {@code mine}. */
    void run(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt, long bytes,
             int root);
}
