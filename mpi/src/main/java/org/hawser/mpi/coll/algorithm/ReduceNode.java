package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Items are combined where they lie in shared memory, and the root reads the result.
 *
 * <p>Cost: α + p(nβ + nγ) for few bytes, 2α + 3nβ + nγ for many; 2α + (1 + 1/p)nβ + nγ in memory of the runtime.
 */
final class ReduceNode implements Reduce {
    @Override
    public String name() {
        return "node";
    }

    @Override
    public int cannot() {
        return SCHEDULED | APART;
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                    long bytes, int root) {
        steps.node().reduce(mine, mineAt, result, resultAt, bytes, reduction, root);
    }
}
