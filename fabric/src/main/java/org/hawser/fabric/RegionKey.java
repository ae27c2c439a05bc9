package org.hawser.fabric;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What a peer must hold to reach a region: whose it is, which, how long, and the 64-bit secret.
 *
 * <pre>
 *  0: owner (int)   4: zero   8: id (long)   16: secret (long)   24: length (long)   32: end
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param owner  rank that owns the region
 * @param id     number of the region at its owner
 * @param secret random; guessing it is the only other way in
 * @param length bytes
 */
public record RegionKey(int owner, long id, long secret, long length) {
    /** Bytes of a key on the wire. */
    public static final int BYTES = 32;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Writes the key at {@code offset}. */
    public void encode(MemorySegment memory, long offset) {
        memory.set(INT, offset, owner);
        memory.set(INT, offset + 4, 0);
        memory.set(LONG, offset + 8, id);
        memory.set(LONG, offset + 16, secret);
        memory.set(LONG, offset + 24, length);
    }

    /** Reads a key at {@code offset}. */
    public static RegionKey decode(MemorySegment memory, long offset) {
        return new RegionKey(memory.get(INT, offset), memory.get(LONG, offset + 8), memory.get(LONG, offset + 16),
            memory.get(LONG, offset + 24));
    }

    @Override
    public String toString() {
        return "region " + id + " of rank " + owner + " (" + length + " bytes)";
    }
}
