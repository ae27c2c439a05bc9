package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Hierarchy;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.node.NodeCollectives;

/**
 * The root's bytes go to the leaders of all nodes, and from each of them to its node. A root that leads no node
 * gives them to its own node first.
 *
 * <p>Cost: that of a broadcast among n leaders, and α + 2nβ inside a node.
 */
final class BcastHierarchical implements Bcast {
    @Override
    public String name() {
        return "hierarchical";
    }

    @Override
    public int cannot() {
        return FLAT;
    }

    @Override
    public boolean allowsShorter(Steps steps, long bytes) {
        return (!steps.isDirect() || NodeCollectives.isShort(bytes))
            && steps.hierarchy().amongLeaders().bcast(bytes).allowsShorter(steps, bytes);
    }

    @Override
    public void run(Steps steps, Object array, long at, long bytes, int root) {
        Hierarchy hierarchy = steps.hierarchy();
        int from = hierarchy.nodeOf(root);
        boolean early = hierarchy.indexOf(root) != 0 && hierarchy.node() == from;
        if (early) {
            Inside.bcast(steps, array, at, bytes, hierarchy.indexOf(root));
        }
        if (hierarchy.leads()) {
            steps.among(hierarchy.leaders(), hierarchy.node());
            hierarchy.amongLeaders().bcast(bytes).run(steps, array, at, bytes, from);
        }
        if (!early) {
            Inside.bcast(steps, array, at, bytes, 0);
        }
        Inside.all(steps);
    }
}
