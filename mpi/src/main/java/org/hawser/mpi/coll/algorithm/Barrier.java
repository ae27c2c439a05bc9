package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;

/**
 * A way for all to wait for all.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
public interface Barrier extends Algorithm {
    /** Gives the steps. */
    void run(Steps steps);
}
