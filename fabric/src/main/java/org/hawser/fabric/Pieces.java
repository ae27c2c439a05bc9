package org.hawser.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Pieces of memory that are copied in one go, as the kernel takes them:
 *
 * <pre>
 * | place | length | place | length | …      8 bytes each
 * </pre>
 *
 * <p>A place is an address or an offset in a region. Pieces that follow each other in memory count as one.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> at construction.
 */
public final class Pieces {
    /** How many there can be: what the kernel takes. */
    public static final int MOST = 1024;
    /** How many bytes they can have together: less than the kernel copies in one call. */
    public static final long MOST_BYTES = 1 << 30;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final int PIECE = 2 * Long.BYTES;

    private final MemorySegment list = Arena.ofAuto().allocate((long) MOST * PIECE, Long.BYTES);
    private int count;
    private long bytes;
    private long end;

    /** An empty list. */
    public Pieces() {
    }

    /** Empties the list. */
    public void clear() {
        count = 0;
        bytes = 0;
    }

    /** Adds a piece; false when there is no room, and nothing was added. */
    public boolean add(long place, long length) {
        if (length > MOST_BYTES - bytes) {
            return false;
        }
        if (count > 0 && place == end) {
            long at = (long) (count - 1) * PIECE + Long.BYTES;
            list.set(LONG, at, list.get(LONG, at) + length);
        } else if (count == MOST) {
            return false;
        } else {
            long at = (long) count++ * PIECE;
            list.set(LONG, at, place);
            list.set(LONG, at + Long.BYTES, length);
        }
        end = place + length;
        bytes += length;
        return true;
    }

    /** True when {@link #add} would take a piece. */
    public boolean takes(long place, long length) {
        return length <= MOST_BYTES - bytes && (count < MOST || place == end);
    }

    /** Moves all places. */
    public void shift(long by) {
        for (int i = 0; i < count; i++) {
            long at = (long) i * PIECE;
            list.set(LONG, at, list.get(LONG, at) + by);
        }
        end += by;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** How many bytes they have together. */
    public long bytes() {
        return bytes;
    }

    /** Where a piece is. */
    public long place(int piece) {
        return list.get(LONG, (long) piece * PIECE);
    }

    /** How long it is. */
    public long length(int piece) {
        return list.get(LONG, (long) piece * PIECE + Long.BYTES);
    }

    /** The list itself. */
    public MemorySegment list() {
        return list;
    }
}
