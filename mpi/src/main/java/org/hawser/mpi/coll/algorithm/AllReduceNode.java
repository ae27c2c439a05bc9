package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Direct;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * In memory that all ranks share: each combines a slice where the data lies, and all read the results.
 *
 * <p>Cost: 2α + 4nβ + nγ.
 */
final class AllReduceNode implements AllReduce {
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
    public void run(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                    long bytes) {
        ((Direct) steps).node().allreduce(mine, mineAt, result, resultAt, bytes, reduction);
    }
}
