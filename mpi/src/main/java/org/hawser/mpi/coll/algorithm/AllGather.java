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

    /** The same with this rank's own piece somewhere, perhaps in its place. */
    default void run(Steps steps, Object mine, long mineAt, long bytes, Blocks all) {
        steps.copy(mine, mineAt, all.array(), all.at(steps.rank()), bytes);
        run(steps, all);
    }
}
