package org.hawser.mpi.p2p;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.fabric.Region;
import org.hawser.runtime.Rank;
import org.hawser.testkit.HeldMemory;

/**
 * Memory of one kind for one message, with untouched bytes on both sides that show a write outside it.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class Spot {
    /** Where the memory lies. */
    enum Kind { BYTES, SHORTS, CHARS, INTS, LONGS, FLOATS, DOUBLES, NATIVE, RUNTIME }

    private static final int GUARD = 48;
    private static final byte UNTOUCHED = (byte) 0xA5;

    /** The array, or null for native memory. */
    final Object array;
    /** The offset in the array, or the address. */
    final long offset;
    final long bytes;
    /** What keeps the memory reachable. */
    final MemorySegment whole;
    private final long before;

    private Spot(Object array, MemorySegment whole, long before, long bytes) {
        this.array = array;
        this.whole = whole;
        this.before = before;
        this.bytes = bytes;
        offset = array == null ? whole.address() + before : before;
        whole.fill(UNTOUCHED);
    }

    /** The message's own bytes. */
    MemorySegment memory() {
        return whole.asSlice(before, bytes);
    }

    /** Throws when a byte before the place, or after the first {@code written} of it, has changed. */
    void checkUntouched(long written, Object what) {
        untouched(0, before, what);
        untouched(before + written, whole.byteSize(), what);
    }

    private void untouched(long from, long to, Object what) {
        for (long at = from; at < to; at++) {
            if (whole.get(ValueLayout.JAVA_BYTE, at) != UNTOUCHED) {
                throw new AssertionError("a byte outside the message was written: position=" + (at - before)
                    + " place=" + bytes + " in " + what);
            }
        }
    }

    /** A place in a byte array. */
    static Spot bytes(int bytes) {
        byte[] array = new byte[bytes + 2 * GUARD];
        return new Spot(array, MemorySegment.ofArray(array), GUARD, bytes);
    }

    /** The places of one rank. */
    static final class Maker {
        private static final long REGION = 4 << 20;
        private final Rank rank;
        private Region region;
        private long used;

        Maker(Rank rank) {
            this.rank = rank;
        }

        /** A place that begins {@code shift} bytes after a multiple of 16. */
        Spot make(Kind kind, long bytes, int shift) {
            long before = GUARD + shift;
            long total = before + bytes + GUARD;
            int count = (int) (total / 8 + 1) * 8;
            return switch (kind) {
                case BYTES -> of(new byte[count], before, bytes);
                case SHORTS -> of(new short[count / 2], before, bytes);
                case CHARS -> of(new char[count / 2], before, bytes);
                case INTS -> of(new int[count / 4], before, bytes);
                case LONGS -> of(new long[count / 8], before, bytes);
                case FLOATS -> of(new float[count / 4], before, bytes);
                case DOUBLES -> of(new double[count / 8], before, bytes);
                case NATIVE -> new Spot(null, HeldMemory.allocate(total, 16), before, bytes);
                case RUNTIME -> new Spot(null, runtime(total), before, bytes);
            };
        }

        private static Spot of(Object array, long before, long bytes) {
            MemorySegment whole = switch (array) {
                case byte[] some -> MemorySegment.ofArray(some);
                case short[] some -> MemorySegment.ofArray(some);
                case char[] some -> MemorySegment.ofArray(some);
                case int[] some -> MemorySegment.ofArray(some);
                case long[] some -> MemorySegment.ofArray(some);
                case float[] some -> MemorySegment.ofArray(some);
                case double[] some -> MemorySegment.ofArray(some);
                default -> throw new IllegalArgumentException("not an array of numbers: " + array);
            };
            return new Spot(array, whole, before, bytes);
        }

        private MemorySegment runtime(long bytes) {
            if (region == null || used + bytes > region.memory().byteSize()) {
                region = rank.allocate(Math.max(REGION, bytes));
                used = 0;
            }
            MemorySegment piece = region.memory().asSlice(used, bytes);
            used += (bytes + 63) / 64 * 64;
            return piece;
        }
    }
}
