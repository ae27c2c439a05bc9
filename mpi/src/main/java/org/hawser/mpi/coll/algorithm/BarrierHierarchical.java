package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Hierarchy;
import org.hawser.mpi.coll.Steps;

/**
 * Inside each node, then among the nodes' leaders, and inside each node again.
 *
 * <p>Cost: 2 flags per rank of a node, ⌈lg n⌉ · α between n nodes.
 */
final class BarrierHierarchical implements Barrier {
    @Override
    public String name() {
        return "hierarchical";
    }

    @Override
    public int cannot() {
        return FLAT;
    }

    @Override
    public void run(Steps steps) {
        Hierarchy hierarchy = steps.hierarchy();
        Inside.barrier(steps);
        if (hierarchy.leads()) {
            steps.among(hierarchy.leaders(), hierarchy.node());
            hierarchy.amongLeaders().barrier().run(steps);
        }
        Inside.barrier(steps);
        Inside.all(steps);
    }
}
