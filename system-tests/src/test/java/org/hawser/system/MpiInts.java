package org.hawser.system;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.function.IntUnaryOperator;
import mpi.MPI;

/**
 * Ints in a buffer of some kind, for a collective.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class MpiInts {
    /** Kinds that {@link #of} makes, from 0. */
    static final int KINDS = 4;
    /** What nothing in the programs writes. */
    static final int UNTOUCHED = Integer.MIN_VALUE;

    final Object buffer;
    final int length;
    private final MemorySegment view;

    private MpiInts(Object buffer, int length, MemorySegment view) {
        this.buffer = buffer;
        this.length = length;
        this.view = view;
    }

    /** An untouched buffer: an array, a direct buffer, one that peers can reach, or a segment. */
    static MpiInts of(int kind, int length) {
        MpiInts ints = make(kind % KINDS, length);
        return ints.fill(i -> UNTOUCHED);
    }

    private static MpiInts make(int kind, int length) {
        if (kind == 0) {
            int[] array = new int[length];
            return new MpiInts(array, length, MemorySegment.ofArray(array));
        }
        if (kind == 3) {
            MemorySegment memory = Arena.ofAuto().allocate(4L * length, 4);
            return new MpiInts(memory, length, memory);
        }
        IntBuffer buffer = kind == 1 ? ByteBuffer.allocateDirect(4 * length)
            .order(ByteOrder.nativeOrder()).asIntBuffer() : MPI.newIntBuffer(length);
        return new MpiInts(buffer, length, MemorySegment.ofBuffer(buffer));
    }

    MpiInts fill(IntUnaryOperator values) {
        return fill(0, length, values);
    }

    /** Sets {@code count} ints from {@code from} on; they are counted from 0 for the values. */
    MpiInts fill(int from, int count, IntUnaryOperator values) {
        // At once: the accesses to a segment one by one are what programs would spend most of their time with.
        int[] ints = new int[count];
        for (int i = 0; i < count; i++) {
            ints[i] = values.applyAsInt(i);
        }
        MemorySegment.copy(ints, 0, view, ValueLayout.JAVA_INT_UNALIGNED, 4L * from, count);
        return this;
    }

    int get(int i) {
        return view.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
    }

    void check(IntUnaryOperator values, Object what) {
        check(0, length, values, what);
    }

    /** Throws unless {@code count} ints from {@code from} on are these. */
    void check(int from, int count, IntUnaryOperator values, Object what) {
        int[] ints = new int[count];
        MemorySegment.copy(view, ValueLayout.JAVA_INT_UNALIGNED, 4L * from, ints, 0, count);
        for (int i = 0; i < count; i++) {
            int got = ints[i];
            if (got != values.applyAsInt(i)) {
                throw new AssertionError("wrong: position=" + i + " from=" + from + " count=" + count + " got=" + got
                    + " expected=" + values.applyAsInt(i) + " in " + what);
            }
        }
    }

    void checkUntouched(int from, int count, Object what) {
        check(from, count, i -> UNTOUCHED, what);
    }
}
