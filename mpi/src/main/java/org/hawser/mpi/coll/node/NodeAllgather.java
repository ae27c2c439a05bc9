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
    private final NodeChunks chunks;
    private final ShownMemory shown;

    NodeAllgather(NodeArea area, NodeChunks chunks, ShownMemory shown) {
        this.area = area;
        this.chunks = chunks;
        this.shown = shown;
    }

    /** Blocks of {@code bytes}; this member's own is copied to its place unless it lies there already. */
    void run(Object in, long inAt, long bytes, Object out, long outAt) {
        area.enter(NodeCollectives.ALLGATHER, 0, bytes);
        // A member's own block is copied after it has said something to the others, and before it needs them.
        long own = outAt + area.me * bytes;
        boolean apart = in != out || inAt != own;
        if (bytes >= ShownMemory.LEAST) {
            shown.show(ShownMemory.VECTOR, in, inAt, bytes);
            area.publishSlot();
            if (shown.areAllShown(bytes, ShownMemory.NOBODY)) {
                readWhereTheyLie(bytes, out, outAt);
                copyOwn(apart, in, inAt, out, own, bytes);
            } else {
                runLong(in, inAt, bytes, out, outAt, apart);
            }
        } else if (bytes > NodeLayout.SMALL) {
            runLong(in, inAt, bytes, out, outAt, apart);
        } else {
            RawBytes.copy(in, inAt, null, area.slot(), bytes);
            area.publishSlot();
            copyOwn(apart, in, inAt, out, own, bytes);
            for (int member = 0; member < area.size; member++) {
                if (member != area.me) {
                    RawBytes.copy(null, area.slotOf(member), out, outAt + member * bytes, bytes);
                }
            }
            area.sawAll();
        }
    }

    private static void copyOwn(boolean apart, Object in, long inAt, Object out, long own, long bytes) {
        if (apart) {
            RawBytes.copy(in, inAt, out, own, bytes);
        }
    }

    private void readWhereTheyLie(long bytes, Object out, long outAt) {
        chunks.nextTurn(0);
        for (int i = 1; i < area.size; i++) {
            int member = (area.me + i) % area.size;
            RawBytes.copy(null, shown.at(ShownMemory.VECTOR, member), out, outAt + member * bytes, bytes);
        }
        chunks.publishStage(NodeChunks.READ);
        chunks.awaitStageOfAll(NodeChunks.READ);
    }

    private void runLong(Object in, long inAt, long bytes, Object out, long outAt, boolean apart) {
        long step = area.layout.chunk();
        for (long done = 0; done < bytes; done += step) {
            long length = Math.min(step, bytes - done);
            chunks.nextTurn(length);
            chunks.write(in, inAt + done, chunks.mine(), length);
            chunks.publishStage(NodeChunks.WRITTEN);
            copyOwn(apart, in, inAt + done, out, outAt + area.me * bytes + done, length);
            if (done == 0) {
                area.meetAll();
            }
            for (int i = 1; i < area.size; i++) {
                // Each begins with its neighbour, so that not all read the same memory at once.
                int member = (area.me + i) % area.size;
                RawBytes.copy(null, chunks.of(member, NodeChunks.WRITTEN), out, outAt + member * bytes + done,
                    length);
            }
        }
    }
}
