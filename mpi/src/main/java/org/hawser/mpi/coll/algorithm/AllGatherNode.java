package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * Each writes its piece into shared memory once, all others read it there.
 *
 * <p>Cost: α + pnβ.
 */
final class AllGatherNode implements AllGather {
    @Override
    public String name() {
        return "node";
    }

    @Override
    public int cannot() {
        return SCHEDULED | UNEQUAL | APART;
    }

    @Override
    public void run(Steps steps, Blocks all) {
        int rank = steps.rank();
        steps.node().allgather(all.array(), all.at(rank), all.each(), all.array(), all.at(0));
    }
}
