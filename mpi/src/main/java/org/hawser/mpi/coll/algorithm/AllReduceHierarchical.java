package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Hierarchy;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Items are combined at the leader of each node, then among the leaders, and each gives the result to its node. In
 * the order of the ranks where the ranks of each node follow each other.
 *
 * <p>Cost: 3α + 5nβ + nγ inside a node, and that of an allreduce among n leaders.
 */
final class AllReduceHierarchical implements AllReduce {
    @Override
    public String name() {
        return "hierarchical";
    }

    @Override
    public int cannot() {
        return FLAT;
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object array, long at, long bytes) {
        Hierarchy hierarchy = steps.hierarchy();
        Inside.reduce(steps, reduction, array, at, array, at, bytes);
        if (hierarchy.leads()) {
            steps.among(hierarchy.leaders(), hierarchy.node());
            hierarchy.amongLeaders().allReduce(reduction, bytes).run(steps, reduction, array, at, bytes);
        }
        Inside.bcast(steps, array, at, bytes, 0);
        Inside.all(steps);
    }
}
