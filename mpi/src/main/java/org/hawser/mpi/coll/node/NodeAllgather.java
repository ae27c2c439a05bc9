package org.hawser.mpi.coll.node;

import org.hawser.platform.memory.RawBytes;

/**
 * An all-gather: each writes its block once, all others read it. Long blocks in memory of the runtime are read where
 * they lie.
 *
 * <p>Cost: α + pnβ; 2α + (p − 1)nβ where blocks are read where they lie.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> nothing.
 */
final class NodeAllgather {
    private final NodeArea area;
    private final ShownMemory shown;

    NodeAllgather(NodeArea area, ShownMemory shown) {
        this.area = area;
        this.shown = shown;
    }

    /** Blocks of {@code bytes}; this member's own is copied to its place unless it lies there already. */
    void run(Object in, long inAt, long bytes, Object out, long outAt) {
        area.enter(NodeCollectives.ALLGATHER, 0, bytes);
        if (bytes >= ShownMemory.LEAST) {
            shown.show(ShownMemory.VECTOR, in, inAt, bytes);
            area.publishSlot();
            if (shown.areAllShown(bytes, ShownMemory.NOBODY)) {
                readWhereTheyLie(bytes, out, outAt);
            } else {
                runLong(in, inAt, bytes, out, outAt);
            }
        } else if (bytes > NodeLayout.SMALL) {
            meetAll(area);
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

    private void readWhereTheyLie(long bytes, Object out, long outAt) {
        area.nextTurn(0);
        for (int i = 1; i < area.size; i++) {
            int member = (area.me + i) % area.size;
            RawBytes.copy(null, shown.at(ShownMemory.VECTOR, member), out, outAt + member * bytes, bytes);
        }
        area.publishStage(NodeArea.READ);
        area.awaitStageOfAll(NodeArea.READ);
    }

    private void runLong(Object in, long inAt, long bytes, Object out, long outAt) {
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
