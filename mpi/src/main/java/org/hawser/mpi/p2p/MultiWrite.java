package org.hawser.mpi.p2p;

import org.hawser.mpi.datatype.BlockCopy;
import org.hawser.mpi.datatype.Layout;

/**
 * Multi-W, for items with gaps whose receiver can be written to: one write for each piece that lies together on both
 * sides. The receiver has said where its items are and what they look like.
 *
 * <p>Cost: a copy, and a call per block; good where blocks are long.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing per message.
 */
final class MultiWrite {
    private final BlockCopy copy = new BlockCopy();
    private final ProtocolCounts counts;

    MultiWrite(ProtocolCounts counts) {
        this.counts = counts;
    }

    /** Writes the first {@code bytes} of a message to items at {@code target}. */
    void write(Operation send, long target, Layout layout, long bytes) {
        counts.multiWrite++;
        copy.copyEach(send.array, send.offset, send.items(), null, target, layout, bytes);
    }
}
