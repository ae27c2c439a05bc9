package org.hawser.mpi.p2p;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/**
 * Bytes that tell by themselves which message they belong to and where in it they lie: made from a seed, checked
 * against it. A message is a stretch of a table that repeats with a prime period, so that exchanged pieces of any round
 * size differ.
 *
 * <p><b>Threads:</b> any; pure functions.
 */
final class Contents {
    private static final int PERIOD = 65_521;
    private static final MemorySegment TABLE = table();

    private Contents() {
    }

    private static MemorySegment table() {
        byte[] bytes = new byte[2 * PERIOD];
        new Random(1).nextBytes(bytes);
        System.arraycopy(bytes, 0, bytes, PERIOD, PERIOD);
        return MemorySegment.ofArray(bytes);
    }

    private static int start(long seed) {
        long mixed = (seed + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        return (int) Long.remainderUnsigned(mixed ^ mixed >>> 31, PERIOD);
    }

    /** Writes the bytes of {@code seed} over all of {@code memory}. */
    static void fill(MemorySegment memory, long seed) {
        int start = start(seed);
        for (long at = 0; at < memory.byteSize(); at += PERIOD) {
            MemorySegment.copy(TABLE, start, memory, at, Math.min(PERIOD, memory.byteSize() - at));
        }
    }

    /** Throws unless {@code memory} begins like the message of {@code seed}. */
    static void check(MemorySegment memory, long seed, Object what) {
        int start = start(seed);
        for (long at = 0; at < memory.byteSize(); at += PERIOD) {
            long length = Math.min(PERIOD, memory.byteSize() - at);
            long wrong = MemorySegment.mismatch(memory, at, at + length, TABLE, start, start + length);
            if (wrong >= 0) {
                throw new AssertionError("wrong byte: position=" + (at + wrong) + " length=" + memory.byteSize()
                    + " found=" + memory.get(ValueLayout.JAVA_BYTE, at + wrong) + " wanted="
                    + TABLE.get(ValueLayout.JAVA_BYTE, start + wrong) + " in " + what);
            }
        }
    }
}
