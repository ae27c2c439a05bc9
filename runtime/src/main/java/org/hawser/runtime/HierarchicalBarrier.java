package org.hawser.runtime;

import org.hawser.fabric.FabricException;

/**
 * A barrier of ranks on several nodes: in memory inside each node, by messages between the nodes' first ranks, which
 * come together when all ranks of their nodes have come and let them go when they have met.
 *
 * <p>Cost: that of {@link NodeBarrier} for the ranks of a node, and ⌈lg n⌉ rounds of one short message for n nodes.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> at construction.
 */
final class HierarchicalBarrier implements Barrier {
    private final NodeBarrier node;
    /** Of the first ranks of all nodes; null when this rank is none. */
    private final DisseminationBarrier between;

    HierarchicalBarrier(NodeBarrier node, DisseminationBarrier between) {
        this.node = node;
        this.between = between;
    }

    @Override
    public void await() {
        try {
            node.await(between);
        } catch (FabricException e) {
            if (between != null) {
                // Those of other nodes wait for this rank, which lives and does not come.
                between.breakOff(node.epoch());
            }
            throw e;
        }
    }

    @Override
    public void cut() {
        node.cut();
        if (between != null) {
            between.cut();
        }
    }

    @Override
    public void leave() {
        node.leave();
    }
}
