package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * A way to combine everybody's items at all.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface AllReduce extends Algorithm {
    /** Gives the steps. The array has this rank's items at first and the result at the end. */
    void run(Steps steps, Reduction reduction, Object array, long at, long bytes);

    /** The same from one place to another. */
    default void run(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                     long bytes) {
        steps.copy(mine, mineAt, result, resultAt, bytes);
        run(steps, reduction, result, resultAt, bytes);
    }
}
