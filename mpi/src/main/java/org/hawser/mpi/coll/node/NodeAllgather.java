package org.hawser.mpi.coll.node;

import org.hawser.platform.memory.RawBytes;

/**
 * An all-gather: each writes its block once, all others read it.
 *
 * <p>Cost: α + pnβ.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> nothing.
 */
final class NodeAllgather {
    private final NodeArea area;

    NodeAllgather(NodeArea area) {
        this.area = area;
    }

    /** Blocks of {@code bytes}; this member's own is copied to its place unless it lies there already. */
    void run(Object in, long inAt, long bytes, Object out, long outAt) {
        area.enter(NodeCollectives.ALLGATHER, 0, bytes);
        if (bytes > NodeLayout.SMALL) {
            runLong(in, inAt, bytes, out, outAt);
        } else {
            RawBytes.copy(in, inAt, null, area.slot(), bytes);
            area.publishSlot();
            for (int member = 0; member < area.size; member++) {
                if (member != area.me) {
                    RawBytes.copy(null, area.slotOf(member), out, outAt + member * bytes, bytes);
                }
            }
            area.sawAll();
        }
        if (in != out || inAt != outAt + area.me * bytes) {
            RawBytes.copy(in, inAt, out, outAt + area.me * bytes, bytes);
        }
    }

    private void runLong(Object in, long inAt, long bytes, Object out, long outAt) {
        meetAll(area);
        long step = area.layout.chunk();
        for (long done = 0; done < bytes; done += step) {
            long length = Math.min(step, bytes - done);
            area.nextTurn(length);
            RawBytes.copy(in, inAt + done, null, area.chunk(), length);
            area.publishStage(NodeArea.WRITTEN);
            for (int i = 1; i < area.size; i++) {
                // Each begins with its neighbour, so that not all read the same memory at once.
                int member = (area.me + i) % area.size;
                RawBytes.copy(null, area.chunkOf(member, NodeArea.WRITTEN), out, outAt + member * bytes + done,
                    length);
            }
        }
    }

    static void meetAll(NodeArea area) {
        for (int member = 0; member < area.size; member++) {
            if (member != area.me) {
                area.meet(member);
            }
        }
    }
}
