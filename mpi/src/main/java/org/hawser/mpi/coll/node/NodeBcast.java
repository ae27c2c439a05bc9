package org.hawser.mpi.coll.node;

import org.hawser.platform.memory.RawBytes;

/**
 * A broadcast: the root writes, all others read where it wrote. A long payload goes chunk by chunk, read while the next
 * is written. A member may have room for more than the root gives where both fit a slot.
 *
 * <p>Cost: α + 2nβ for a short payload, where α is the way of one line; (n + c)β for a long one in chunks of c.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> nothing.
 */
final class NodeBcast {
    private static final int LEAST_STEP = 16 << 10;
    private static final int STEPS = 8;

    private final NodeArea area;
    private final NodeChunks chunks;

    NodeBcast(NodeArea area, NodeChunks chunks) {
        this.area = area;
        this.chunks = chunks;
    }

    void run(Object array, long at, long bytes, int root) {
        if (area.me == root) {
            area.enter(NodeCollectives.BCAST, root, bytes);
        } else {
            area.enterToRead(NodeCollectives.BCAST, root, bytes);
        }
        if (bytes > NodeLayout.SMALL) {
            runLong(array, at, bytes, root);
        } else if (area.me == root) {
            RawBytes.copy(array, at, null, area.slot(), bytes);
            area.publishSlot();
        } else {
            long slot = area.slotOf(root);
            RawBytes.copy(null, slot, array, at, area.bytes());
        }
    }

    private void runLong(Object array, long at, long bytes, int root) {
        long step = Math.clamp(bytes / STEPS, Math.min(LEAST_STEP, area.layout.chunk()), area.layout.chunk());
        if (area.me != root) {
            area.meet(root);
        }
        for (long done = 0; done < bytes; done += step) {
            long length = Math.min(step, bytes - done);
            chunks.nextTurn(length);
            if (area.me == root) {
                chunks.write(array, at + done, chunks.mine(), length);
                chunks.publishStage(NodeChunks.WRITTEN);
            } else {
                RawBytes.copy(null, chunks.of(root, NodeChunks.WRITTEN), array, at + done, length);
                chunks.publishStage(NodeChunks.READ);
            }
        }
    }
}
