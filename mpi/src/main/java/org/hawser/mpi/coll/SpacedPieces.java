package org.hawser.mpi.coll;

import org.hawser.mpi.datatype.Layout;

/**
 * Pieces of one length, one for each rank, whose items may have gaps.
 *
 * <p><b>Threads:</b> immutable; the memory is the collective's while it runs.
 *
 * @param layout how the items of a piece lie
 * @param array  the array that holds them; null when {@code at} is an address
 * @param at     the place of the first piece
 * @param step   from one piece to the next
 * @param bytes  of a piece, without gaps
 */
public record SpacedPieces(Layout layout, Object array, long at, long step, long bytes) {
    private static final Layout BYTES = Layout.contiguous(1);

    /** Pieces whose {@code layout} is null when their items have no gaps. */
    public static SpacedPieces of(Layout layout, Object array, long at, long step, long bytes) {
        return new SpacedPieces(layout == null ? BYTES : layout, array, at, step, bytes);
    }

    /** Packs {@code length} bytes of a piece, from {@code position} of it on, to an address. */
    public void pack(int piece, long position, long length, long target) {
        layout.pack(array, at + piece * step, position, length, null, target);
    }

    /** Unpacks {@code length} bytes of a piece, from {@code position} of it on, from an address. */
    public void unpack(long source, int piece, long position, long length) {
        layout.unpack(null, source, array, at + piece * step, position, length);
    }
}
