package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Direct;
import org.hawser.mpi.coll.Steps;

/**
 * In memory that all ranks share: the barrier of ranks that share memory.
 *
 * <p>Cost: 2α.
 */
final class BarrierNode implements Barrier {
    @Override
    public String name() {
        return NODE;
    }

    @Override
    public int cannot() {
        return SCHEDULED | UNEQUAL;
    }

    @Override
    public boolean isOnNode() {
        return true;
    }

    @Override
    public void run(Steps steps) {
        ((Direct) steps).node().barrier();
    }
}
