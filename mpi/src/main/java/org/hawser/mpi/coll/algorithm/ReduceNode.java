package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Direct;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * In memory that all ranks share: each combines a slice where the data lies, and the root reads the results.
 *
 * <p>Cost: 2α + 3nβ + nγ.
 */
final class ReduceNode implements Reduce {
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
                    long bytes, int root) {
        ((Direct) steps).node().reduce(mine, mineAt, result, resultAt, bytes, reduction, root);
    }
}
