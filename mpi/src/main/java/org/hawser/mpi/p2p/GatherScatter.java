package org.hawser.mpi.p2p;

import org.hawser.mpi.datatype.BlockCopy;
import org.hawser.mpi.datatype.Layout;

/**
 * SGRS, for items with gaps on either side: gathered from the sender's blocks and scattered to the receiver's in one
 * pass, with nothing in between. The sender does it where it reaches the receiver's memory, the receiver where it
 * reaches the sender's; who does it has been told the other's layout.
 *
 * <p>Cost: a copy; regular blocks are moved in one loop.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing per message.
 */
final class GatherScatter {
    private final BlockCopy copy = new BlockCopy();
    private final ProtocolCounts counts;

    GatherScatter(ProtocolCounts counts) {
        this.counts = counts;
    }

    /** Writes the first {@code bytes} of a message to where they lie together. */
    void gather(Operation send, long target, long bytes) {
        counts.gatherScatter += send.layout == null ? 0 : 1;
        send.drain(0, target, bytes);
    }

    /** Reads the first {@code bytes} of a message from where they lie together. */
    void scatter(Operation receive, long source, long bytes) {
        counts.gatherScatter += receive.layout == null ? 0 : 1;
        receive.fill(source, 0, bytes);
    }

    /** Writes the first {@code bytes} of a message to items at {@code target}. */
    void write(Operation send, long target, Layout layout, long bytes) {
        counts.gatherScatter++;
        if (send.layout == null) {
            layout.unpack(send.array, send.offset, null, target, 0, bytes);
        } else {
            copy.copy(send.array, send.offset, send.layout, null, target, layout, bytes);
        }
    }

    /** Reads the first {@code bytes} of a message from items at {@code source}. */
    void read(Operation receive, long source, Layout layout, long bytes) {
        counts.gatherScatter++;
        if (receive.layout == null) {
            layout.pack(null, source, 0, bytes, receive.array, receive.offset);
        } else {
            copy.copy(null, source, layout, receive.array, receive.offset, receive.layout, bytes);
        }
    }
}
