package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * Each writes its pieces into shared memory side by side, each reads there what is for it; long pieces that lie in
 * memory of the runtime are read where they lie.
 *
 * <p>Cost: α + 2(p − 1)nβ; 2α + (p − 1)nβ where they lie.
 */
final class AllToAllNode implements AllToAll {
    @Override
    public String name() {
        return "node";
    }

    @Override
    public int cannot() {
        return SCHEDULED | UNEQUAL | APART;
    }

    @Override
    public void run(Steps steps, Blocks out, Blocks in) {
        steps.node().alltoall(out.array(), out.at(0), out.each(), in.array(), in.at(0));
    }
}
