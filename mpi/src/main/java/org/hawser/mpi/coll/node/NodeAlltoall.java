package org.hawser.mpi.coll.node;

import org.hawser.platform.memory.RawBytes;

/**
 * An exchange of all with all: each writes its blocks side by side, each reads the one that is for it. Long blocks in
 * memory of the runtime are read where they lie.
 *
 * <p>Cost: α + 2(p − 1)nβ; 2α + (p − 1)nβ where blocks are read where they lie.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> nothing.
 */
final class NodeAlltoall {
    private static final int LINE = 64;

    private final NodeArea area;
    private final NodeChunks chunks;
    private final ShownMemory shown;

    NodeAlltoall(NodeArea area, NodeChunks chunks, ShownMemory shown) {
        this.area = area;
        this.chunks = chunks;
        this.shown = shown;
    }

    /** Blocks of {@code bytes}; the two buffers are apart. */
    void run(Object in, long inAt, long bytes, Object out, long outAt) {
        area.enter(NodeCollectives.ALLTOALL, 0, bytes);
        // A member's own block is copied after it has said something to the others, and before it needs them.
        if (bytes >= ShownMemory.LEAST) {
            shown.show(ShownMemory.VECTOR, in, inAt, bytes * area.size);
            area.publishSlot();
            if (shown.areAllShown(bytes * area.size, ShownMemory.NOBODY)) {
                readWhereItLies(bytes, out, outAt);
                copyOwn(in, inAt, bytes, out, outAt, 0, bytes);
            } else {
                runLong(in, inAt, bytes, out, outAt);
            }
        } else if (bytes * area.size > NodeLayout.SMALL) {
            runLong(in, inAt, bytes, out, outAt);
        } else {
            RawBytes.copy(in, inAt, null, area.slot(), bytes * area.size);
            area.publishSlot();
            copyOwn(in, inAt, bytes, out, outAt, 0, bytes);
            for (int member = 0; member < area.size; member++) {
                if (member != area.me) {
                    RawBytes.copy(null, area.slotOf(member) + area.me * bytes, out, outAt + member * bytes, bytes);
                }
            }
            area.sawAll();
        }
    }

    /** Copies {@code length} bytes, from {@code done} on, of the block that stays with this member. */
    private void copyOwn(Object in, long inAt, long bytes, Object out, long outAt, long done, long length) {
        long own = area.me * bytes + done;
        RawBytes.copy(in, inAt + own, out, outAt + own, length);
    }

    private void readWhereItLies(long bytes, Object out, long outAt) {
        chunks.nextTurn(0);
        for (int i = 1; i < area.size; i++) {
            // Each begins with its neighbour, so that not all read the same memory at once.
            int member = (area.me + i) % area.size;
            RawBytes.copy(null, shown.at(ShownMemory.VECTOR, member) + area.me * bytes, out, outAt + member * bytes,
                bytes);
        }
        chunks.publishStage(NodeChunks.READ);
        chunks.awaitStageOfAll(NodeChunks.READ);
    }

    private void runLong(Object in, long inAt, long bytes, Object out, long outAt) {
        long step = area.layout.chunk() / area.size & -LINE;
        for (long done = 0; done < bytes; done += step) {
            long length = Math.min(step, bytes - done);
            long each = length + LINE - 1 & -LINE;
            chunks.nextTurn(each * area.size);
            long mine = chunks.mine();
            for (int member = 0; member < area.size; member++) {
                if (member != area.me) {
                    chunks.write(in, inAt + member * bytes + done, mine + member * each, length);
                }
            }
            chunks.publishStage(NodeChunks.WRITTEN);
            copyOwn(in, inAt, bytes, out, outAt, done, length);
            if (done == 0) {
                area.meetAll();
            }
            for (int i = 1; i < area.size; i++) {
                int member = (area.me + i) % area.size;
                long theirs = chunks.of(member, NodeChunks.WRITTEN) + area.me * each;
                RawBytes.copy(null, theirs, out, outAt + member * bytes + done, length);
            }
        }
    }
}
