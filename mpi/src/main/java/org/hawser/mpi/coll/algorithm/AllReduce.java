package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * A way to combine everybody's items at all.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface AllReduce extends Algorithm {
    /** Gives the steps. {@code result} is apart from {@code mine}, or the same place. */
    void run(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt, long bytes);
}
