package org.hawser.mpi.coll.node;

import org.hawser.platform.memory.RawBytes;

/**
 * An exchange of all with all: each writes its blocks side by side, each reads the one that is for it.
 *
 * <p>Cost: α + 2(p − 1)nβ.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> nothing.
 */
final class NodeAlltoall {
    private static final int LINE = 64;

    private final NodeArea area;

    NodeAlltoall(NodeArea area) {
        this.area = area;
    }

    /** Blocks of {@code bytes}; the two buffers are apart. */
    void run(Object in, long inAt, long bytes, Object out, long outAt) {
        area.enter(NodeCollectives.ALLTOALL, 0, bytes);
        if (bytes * area.size > NodeLayout.SMALL) {
            runLong(in, inAt, bytes, out, outAt);
        } else {
            RawBytes.copy(in, inAt, null, area.slot(), bytes * area.size);
            area.publishSlot();
            for (int member = 0; member < area.size; member++) {
                if (member != area.me) {
                    RawBytes.copy(null, area.slotOf(member) + area.me * bytes, out, outAt + member * bytes, bytes);
                }
            }
            area.sawAll();
        }
        RawBytes.copy(in, inAt + area.me * bytes, out, outAt + area.me * bytes, bytes);
    }

    private void runLong(Object in, long inAt, long bytes, Object out, long outAt) {
        NodeAllgather.meetAll(area);
        long step = area.layout.chunk() / area.size & -LINE;
        for (long done = 0; done < bytes; done += step) {
            long length = Math.min(step, bytes - done);
            long each = length + LINE - 1 & -LINE;
            area.nextTurn(each * area.size);
            long mine = area.chunk();
            for (int member = 0; member < area.size; member++) {
                if (member != area.me) {
                    RawBytes.copy(in, inAt + member * bytes + done, null, mine + member * each, length);
                }
            }
            area.publishStage(NodeArea.WRITTEN);
            for (int i = 1; i < area.size; i++) {
                int member = (area.me + i) % area.size;
                long theirs = area.chunkOf(member, NodeArea.WRITTEN) + area.me * each;
                RawBytes.copy(null, theirs, out, outAt + member * bytes + done, length);
            }
        }
    }
}
