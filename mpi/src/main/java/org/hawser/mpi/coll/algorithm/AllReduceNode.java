package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Items are combined where they lie in shared memory, and all read the result.
 *
 * <p>Cost: α + p(nβ + nγ) for few bytes, 2α + 4nβ + nγ for many; 3α + 2nβ + nγ in memory of the runtime.
 */
final class AllReduceNode implements AllReduce {
    @Override
    public String name() {
        return "node";
    }

    @Override
    public int cannot() {
        return SCHEDULED | APART;
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object array, long at, long bytes) {
        steps.node().allreduce(array, at, array, at, bytes, reduction);
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                    long bytes) {
        steps.node().allreduce(mine, mineAt, result, resultAt, bytes, reduction);
    }
}
