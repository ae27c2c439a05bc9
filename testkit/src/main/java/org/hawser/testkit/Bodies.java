package org.hawser.testkit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Bytes that tell by themselves which message they belong to: a body is made from a seed and checked against it.
 *
 * <pre>{@code
 * Bodies.fill(sent, 0, 1_000, 7);
 * Bodies.check(received, 0, 1_000, 7);
 * }</pre>
 *
 * <p><b>Threads:</b> any; pure functions.
 */
public final class Bodies {
    private Bodies() {
    }

    /** Writes the body of {@code seed}. */
    public static void fill(MemorySegment memory, long offset, long length, long seed) {
        for (long i = 0; i < length; i++) {
            memory.set(ValueLayout.JAVA_BYTE, offset + i, at(seed, i));
        }
    }

    /** A fresh heap array with the body of {@code seed}. */
    public static byte[] of(long seed, int length) {
        byte[] bytes = new byte[length];
        fill(MemorySegment.ofArray(bytes), 0, length, seed);
        return bytes;
    }

    /** Throws unless these are the bytes of {@code seed}. */
    public static void check(MemorySegment memory, long offset, long length, long seed) {
        for (long i = 0; i < length; i++) {
            byte found = memory.get(ValueLayout.JAVA_BYTE, offset + i);
            if (found != at(seed, i)) {
                throw new AssertionError("wrong byte: seed=" + seed + " position=" + i + " length=" + length
                    + " found=" + found + " wanted=" + at(seed, i));
            }
        }
    }

    private static byte at(long seed, long position) {
        return (byte) (seed * 31 + position * 7 + (position >>> 8));
    }
}
