package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * Each writes its piece into shared memory once, all others read it there; a long one that lies in memory of the
 * runtime they read where it lies.
 *
 * <p>Cost: α + pnβ; 2α + (p − 1)nβ where it lies.
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
        steps.node().allgather(all.array(), all.at(steps.rank()), all.each(), all.array(), all.at(0));
    }

    /** Others read the piece where the program has it: a fresh copy would lie in a cache that is far from theirs. */
    @Override
    public void run(Steps steps, Object mine, long mineAt, long bytes, Blocks all) {
        if (bytes == all.each()) {
            steps.node().allgather(mine, mineAt, bytes, all.array(), all.at(0));
        } else {
            AllGather.super.run(steps, mine, mineAt, bytes, all);
        }
    }
}
