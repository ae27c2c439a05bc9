package org.hawser.mpi.coll.node;

import org.hawser.mpi.coll.SpacedPieces;
import org.hawser.mpi.datatype.BlockCopy;

/**
 * The exchange of {@link NodeAlltoall} for items with gaps: packed straight into shared memory and unpacked straight
 * out of it. What lies there is the same, so that some members may have gaps and others none.
 *
 * <p>Cost: α + 2(p − 1)nβ.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> at construction.
 */
final class NodeAlltoallItems {
    private static final int LINE = 64;

    private final NodeArea area;
    private final NodeChunks chunks;
    private final ShownMemory shown;
    private final BlockCopy own = new BlockCopy();

    NodeAlltoallItems(NodeArea area, NodeChunks chunks, ShownMemory shown) {
        this.area = area;
        this.chunks = chunks;
        this.shown = shown;
    }

    void run(SpacedPieces in, SpacedPieces out) {
        long bytes = in.bytes();
        area.enter(NodeCollectives.ALLTOALL, 0, bytes);
        if (bytes >= ShownMemory.LEAST) {
            // Others may have no gaps: they learn that this member's items are not to be read where they lie.
            shown.hide(ShownMemory.VECTOR);
            area.publishSlot();
            shown.areAllShown(bytes * area.size, ShownMemory.NOBODY);
            runLong(in, out, bytes);
        } else if (bytes * area.size > NodeLayout.SMALL) {
            runLong(in, out, bytes);
        } else {
            for (int member = 0; member < area.size; member++) {
                in.pack(member, 0, bytes, area.slot() + member * bytes);
            }
            area.publishSlot();
            copyOwn(in, out, bytes);
            for (int member = 0; member < area.size; member++) {
                if (member != area.me) {
                    out.unpack(area.slotOf(member) + area.me * bytes, member, 0, bytes);
                }
            }
            area.sawAll();
        }
    }

    /** After this member has said something to the others, and before it needs them. */
    private void copyOwn(SpacedPieces in, SpacedPieces out, long bytes) {
        own.copy(in.array(), in.at() + area.me * in.step(), in.layout(), out.array(), out.at() + area.me * out.step(),
            out.layout(), bytes);
    }

    private void runLong(SpacedPieces in, SpacedPieces out, long bytes) {
        long step = area.layout.chunk() / area.size & -LINE;
        for (long done = 0; done < bytes; done += step) {
            long length = Math.min(step, bytes - done);
            long each = length + LINE - 1 & -LINE;
            chunks.nextTurn(each * area.size);
            long mine = chunks.mine();
            for (int member = 0; member < area.size; member++) {
                if (member != area.me) {
                    in.pack(member, done, length, mine + member * each);
                }
            }
            chunks.publishStage(NodeChunks.WRITTEN);
            if (done == 0) {
                copyOwn(in, out, bytes);
                area.meetAll();
            }
            for (int i = 1; i < area.size; i++) {
                int member = (area.me + i) % area.size;
                long theirs = chunks.of(member, NodeChunks.WRITTEN) + area.me * each;
                out.unpack(theirs, member, done, length);
            }
        }
    }
}
