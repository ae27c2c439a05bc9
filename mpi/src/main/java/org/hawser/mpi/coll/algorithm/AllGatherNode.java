package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Direct;
import org.hawser.mpi.coll.Steps;

/**
 * In memory that all ranks share: each writes its piece once, all others read it.
 *
 * <p>Cost: α + pnβ.
 */
final class AllGatherNode implements AllGather {
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
    public void run(Steps steps, Blocks all) {
        ((Direct) steps).node().allgather(all.array(), all.at(steps.rank()), all.each(), all.array(), all.at(0));
    }
}
