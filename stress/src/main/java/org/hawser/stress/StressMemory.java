package org.hawser.stress;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.platform.memory.Words;

/**
 * Native memory for the many short lives of a stress test's state: pieces of one slab, given out in turn and zeroed.
 * There are more of them than states live at a time.
 *
 * <p><b>Threads:</b> any.
 */
public final class StressMemory {
    private static final int PIECES = 1 << 15;

    private final MemorySegment slab;
    private final long pieceBytes;
    private final long length;
    private final AtomicLong given = new AtomicLong();

    /** Pieces of {@code bytes} bytes. */
    public StressMemory(long bytes) {
        pieceBytes = Words.align(bytes, Words.PAIR_OF_LINES);
        slab = Arena.global().allocate(pieceBytes * PIECES, Words.PAIR_OF_LINES);
        length = bytes;
    }

    /** A piece, all zero. */
    public MemorySegment piece() {
        MemorySegment piece = slab.asSlice(given.getAndIncrement() % PIECES * pieceBytes, length);
        piece.fill((byte) 0);
        return piece;
    }
}
