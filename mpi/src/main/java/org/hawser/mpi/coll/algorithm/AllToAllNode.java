package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Direct;
import org.hawser.mpi.coll.Steps;

/**
 * In memory that all ranks share: each writes its pieces side by side, each reads those that are for it.
 *
 * <p>Cost: α + 2(p − 1)nβ.
 */
final class AllToAllNode implements AllToAll {
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
    public void run(Steps steps, Blocks out, Blocks in) {
        ((Direct) steps).node().alltoall(out.array(), out.at(0), out.each(), in.array(), in.at(0));
    }
}
