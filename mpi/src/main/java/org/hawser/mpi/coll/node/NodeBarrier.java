package org.hawser.mpi.coll.node;

/**
 * A barrier: each says that it has come and waits for all others' words.
 *
 * <p>Cost: 1 line written and p − 1 read.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> nothing.
 */
final class NodeBarrier {
    private final NodeArea area;

    NodeBarrier(NodeArea area) {
        this.area = area;
    }

    void run() {
        area.enter(NodeCollectives.BARRIER, 0, 0);
        area.slot();
        area.publishSlot();
        for (int member = 0; member < area.size; member++) {
            if (member != area.me) {
                area.slotOf(member);
            }
        }
        area.sawAll();
    }
}
