package org.hawser.runtime;

import java.util.function.LongConsumer;
import org.hawser.fabric.FabricException;

/**
 * A barrier of ranks on several nodes: in memory inside each node, by messages between the nodes' first ranks, which
 * come together when all ranks of their nodes have come and let them go when they have met. A first rank that came
 * apart does so in handlers: the last of its node tells it by a message.
 *
 * <p>Cost: that of {@link NodeBarrier} for the ranks of a node, and ⌈lg n⌉ rounds of one short message for n nodes.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> at construction.
 */
final class HierarchicalBarrier implements Barrier {
    private final ProgressEngine engine;
    private final NodeBarrier node;
    /** Of the first ranks of all nodes; null when this rank is none. */
    private final DisseminationBarrier between;
    /** Tells the first rank of this node that all have come to a barrier. */
    private final LongConsumer tellFirst;
    /** What all ranks of this node gave. */
    private final BarrierValues values = new BarrierValues();
    /** Of a first rank, changed while the rank is held if it came apart: handlers are to go on for it. */
    private boolean apart;
    private boolean begun;
    private boolean released;

    /** At a rank that is not the first of its node. */
    HierarchicalBarrier(ProgressEngine engine, NodeBarrier node, LongConsumer tellFirst) {
        this(engine, node, null, tellFirst);
    }

    /** At the first rank of a node. */
    HierarchicalBarrier(ProgressEngine engine, NodeBarrier node, DisseminationBarrier between) {
        this(engine, node, between, null);
        between.listen(this::onGathered, this::release);
    }

    private HierarchicalBarrier(ProgressEngine engine, NodeBarrier node, DisseminationBarrier between,
                                LongConsumer tellFirst) {
        this.engine = engine;
        this.node = node;
        this.between = between;
        this.tellFirst = tellFirst;
    }

    @Override
    public void come(boolean comesApart, boolean valued, long value) {
        if (between == null) {
            if (node.enter(false, valued, value) && node.gathered()) {
                tellFirst.accept(node.epoch());
            }
            return;
        }
        begun = false;
        released = false;
        // Before this rank arrives, so before the message that its handler looks for it at.
        apart = comesApart;
        try {
            if (node.enter(comesApart, valued, value) && comesApart) {
                engine.hold();
                try {
                    begin();
                } finally {
                    engine.letGo();
                }
            }
        } catch (FabricException e) {
            throw brokenOff(e);
        }
    }

    /** All ranks of the node have come to a barrier; in a handler. */
    private void onGathered(long barrier) {
        if (apart && !begun && barrier == node.epoch()) {
            begin();
        }
    }

    private void begin() {
        begun = true;
        node.readValues(values);
        between.begin(apart, values);
    }

    private void release() {
        released = true;
        node.release(between.values());
    }

    @Override
    public void finish() {
        if (between == null) {
            node.awaitReleased();
            return;
        }
        if (apart) {
            engine.hold();
            apart = false;
            engine.letGo();
        }
        try {
            if (!begun) {
                node.awaitGathered();
                begin();
            }
            between.finish();
        } catch (FabricException e) {
            node.breakOff();
            throw brokenOff(e);
        }
        if (!released) {
            release();
        }
    }

    /** Those of other nodes wait for this rank, which lives and does not come. */
    private FabricException brokenOff(FabricException cause) {
        between.breakOff(node.epoch());
        return cause;
    }

    @Override
    public boolean isOver() {
        return node.isOver() || between != null && begun && between.isStuck();
    }

    @Override
    public BarrierValues difference() {
        return node.difference();
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
