package org.hawser.mpi.p2p;

import java.lang.foreign.Arena;

/**
 * Memory of a rank that is borrowed for the length of a call or of a collective, and used again. Pieces come in powers
 * of two; those given back wait for the next borrower, up to a limit, beyond which the collector has them.
 *
 * <pre>{@code
 * Scratch piece = scratch.borrow(bytes);
 * try {
 *     point.receive(context, from, tag, null, piece.address(), bytes);
 * } finally {
 *     scratch.giveBack(piece);
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when more is borrowed than lies ready.
 */
public final class ScratchMemory {
    private static final int SMALLEST_SHIFT = 8;
    private static final int ALIGNMENT = 64;
    private static final long MOST_KEPT = 64L << 20;

    private final Scratch[] free = new Scratch[Long.SIZE];
    private long kept;

    ScratchMemory() {
    }

    /** At least {@code bytes} of memory with anything in it. */
    public Scratch borrow(long bytes) {
        int shift = Math.max(SMALLEST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, bytes) - 1));
        synchronized (this) {
            Scratch piece = free[shift];
            if (piece != null) {
                free[shift] = piece.next;
                piece.next = null;
                kept -= piece.bytes();
                return piece;
            }
        }
        return new Scratch(Arena.ofAuto().allocate(1L << shift, ALIGNMENT));
    }

    /** Ends a loan; nothing may use the piece any more. */
    public synchronized void giveBack(Scratch piece) {
        piece.next = null;
        if (kept + piece.bytes() <= MOST_KEPT) {
            int shift = Long.numberOfTrailingZeros(piece.bytes());
            kept += piece.bytes();
            piece.next = free[shift];
            free[shift] = piece;
        }
    }
}
