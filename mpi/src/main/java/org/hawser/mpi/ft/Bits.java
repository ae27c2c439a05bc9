package org.hawser.mpi.ft;

import java.util.Arrays;

/**
 * Sets of small numbers in words of 64 bits, as they go in messages.
 *
 * <p><b>Threads:</b> stateless.
 */
final class Bits {
    private Bits() {
    }

    /** An empty set for numbers below {@code size}. */
    static long[] of(int size) {
        return new long[(size + Long.SIZE - 1) / Long.SIZE];
    }

    static void set(long[] words, int number) {
        words[number / Long.SIZE] |= 1L << number;
    }

    /** True when the set that begins at {@code from} has this number. */
    static boolean isSet(long[] words, int from, int number) {
        return (words[from + number / Long.SIZE] & 1L << number) != 0;
    }

    /** Adds a set that begins at {@code from} to another. */
    static void addAll(long[] to, long[] words, int from) {
        for (int i = 0; i < to.length; i++) {
            to[i] |= words[from + i];
        }
    }

    static long[] joined(long[] first, long[] second) {
        long[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
