package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Hierarchy;
import org.hawser.mpi.coll.Steps;

/**
 * The ranks of a node collect their pieces, the leaders send those of whole nodes round a ring, and each gives its
 * node what came.
 *
 * <p>Cost: α + knβ for the k ranks of a node, (m − 1)(α + knβ) for the leaders of m nodes, and α + 2pnβ inside a
 * node.
 */
final class AllGatherHierarchical implements AllGather {
    @Override
    public String name() {
        return "hierarchical";
    }

    @Override
    public int cannot() {
        return FLAT | UNEQUAL | MINGLED;
    }

    @Override
    public void run(Steps steps, Blocks all) {
        Hierarchy hierarchy = steps.hierarchy();
        int node = hierarchy.node();
        int nodes = hierarchy.nodes();
        long before = all.at(0);
        long mine = all.at(hierarchy.first(node));
        long after = all.at(hierarchy.first(node + 1));
        long end = all.at(hierarchy.first(nodes));
        Inside.allGather(steps, all.array(), mine, all.each());
        if (hierarchy.leads()) {
            steps.among(hierarchy.leaders(), node);
            goRound(steps, hierarchy, all);
        }
        Inside.bcast(steps, all.array(), before, mine - before, 0);
        Inside.bcast(steps, all.array(), after, end - after, 0);
        Inside.all(steps);
    }

    private static void goRound(Steps steps, Hierarchy hierarchy, Blocks all) {
        int nodes = hierarchy.nodes();
        int next = (hierarchy.node() + 1) % nodes;
        int previous = (hierarchy.node() - 1 + nodes) % nodes;
        for (int i = 0; i < nodes - 1; i++) {
            int going = (hierarchy.node() - i + nodes) % nodes;
            int coming = (previous - i + nodes) % nodes;
            long from = all.at(hierarchy.first(coming));
            steps.receive(all.array(), from, all.at(hierarchy.first(coming + 1)) - from, previous);
            from = all.at(hierarchy.first(going));
            steps.send(all.array(), from, all.at(hierarchy.first(going + 1)) - from, next);
            steps.endRound();
        }
    }
}
