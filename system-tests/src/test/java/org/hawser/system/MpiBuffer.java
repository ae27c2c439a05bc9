package org.hawser.system;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import mpi.Datatype;
import mpi.MPI;

/**
 * A buffer of some kind for a message, and its contents, which are made from a seed and checked against it.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class MpiBuffer {
    /** What buffers are given to the calls. */
    enum Kind {
        BYTES, CHARS, SHORTS, BOOLEANS, INTS, LONGS, FLOATS, DOUBLES, DIRECT, HEAP_BYTES, DIRECT_INTS, HEAP_LONGS,
        NEW_BUFFER, NATIVE, HEAP_SEGMENT
    }

    final Object buffer;
    final Datatype type;
    final int count;
    final int bytes;
    final int elementBytes;
    private final MemorySegment view;
    private final boolean[] booleans;

    private MpiBuffer(Object buffer, Datatype type, int elementBytes, int bytes, MemorySegment view) {
        this.buffer = buffer;
        this.type = type;
        this.elementBytes = elementBytes;
        this.count = bytes / elementBytes;
        this.bytes = bytes;
        this.view = view;
        booleans = buffer instanceof boolean[] some ? some : null;
    }

    /** A buffer of {@code bytes}, a multiple of 8. */
    static MpiBuffer of(Kind kind, int bytes) {
        return switch (kind) {
            case BYTES -> of(new byte[bytes], bytes);
            case CHARS -> {
                char[] array = new char[bytes / 2];
                yield new MpiBuffer(array, MPI.CHAR, 2, bytes, MemorySegment.ofArray(array));
            }
            case SHORTS -> {
                short[] array = new short[bytes / 2];
                yield new MpiBuffer(array, MPI.SHORT, 2, bytes, MemorySegment.ofArray(array));
            }
            case BOOLEANS -> new MpiBuffer(new boolean[bytes], MPI.BOOLEAN, 1, bytes, null);
            case INTS -> {
                int[] array = new int[bytes / 4];
                yield new MpiBuffer(array, MPI.INT, 4, bytes, MemorySegment.ofArray(array));
            }
            case LONGS -> {
                long[] array = new long[bytes / 8];
                yield new MpiBuffer(array, MPI.LONG, 8, bytes, MemorySegment.ofArray(array));
            }
            case FLOATS -> {
                float[] array = new float[bytes / 4];
                yield new MpiBuffer(array, MPI.FLOAT, 4, bytes, MemorySegment.ofArray(array));
            }
            case DOUBLES -> {
                double[] array = new double[bytes / 8];
                yield new MpiBuffer(array, MPI.DOUBLE, 8, bytes, MemorySegment.ofArray(array));
            }
            default -> other(kind, bytes);
        };
    }

    private static MpiBuffer of(byte[] array, int bytes) {
        return new MpiBuffer(array, MPI.BYTE, 1, bytes, MemorySegment.ofArray(array));
    }

    private static MpiBuffer other(Kind kind, int bytes) {
        return switch (kind) {
            case DIRECT -> {
                ByteBuffer direct = ByteBuffer.allocateDirect(bytes);
                yield new MpiBuffer(direct, MPI.BYTE, 1, bytes, MemorySegment.ofBuffer(direct));
            }
            case HEAP_BYTES -> {
                ByteBuffer heap = ByteBuffer.allocate(bytes);
                yield new MpiBuffer(heap, MPI.BYTE, 1, bytes, MemorySegment.ofBuffer(heap));
            }
            case DIRECT_INTS -> {
                IntBuffer direct = MPI.newIntBuffer(bytes / 4);
                yield new MpiBuffer(direct, MPI.INT, 4, bytes, MemorySegment.ofBuffer(direct));
            }
            case HEAP_LONGS -> {
                LongBuffer heap = LongBuffer.allocate(bytes / 8);
                yield new MpiBuffer(heap, MPI.LONG, 8, bytes, MemorySegment.ofBuffer(heap));
            }
            case NEW_BUFFER -> {
                ByteBuffer made = MPI.newByteBuffer(bytes);
                yield new MpiBuffer(made, MPI.BYTE, 1, bytes, MemorySegment.ofBuffer(made));
            }
            case NATIVE -> {
                MemorySegment memory = Arena.ofAuto().allocate(bytes, 8);
                yield new MpiBuffer(memory, MPI.BYTE, 1, bytes, memory);
            }
            case HEAP_SEGMENT -> {
                MemorySegment memory = MemorySegment.ofArray(new byte[bytes]);
                yield new MpiBuffer(memory, MPI.BYTE, 1, bytes, memory);
            }
            default -> throw new IllegalArgumentException("no such kind: " + kind);
        };
    }

    private static byte at(long seed, int position) {
        long mixed = (seed * 31 + (position >> 3)) * 0x9E3779B97F4A7C15L;
        return (byte) (mixed >>> (position & 7) * 8);
    }

    MpiBuffer fill(long seed) {
        byte[] all = booleans == null ? new byte[bytes] : null;
        for (int i = 0; i < bytes; i++) {
            if (booleans != null) {
                booleans[i] = at(seed, i) < 0;
            } else {
                all[i] = at(seed, i);
            }
        }
        if (booleans == null) {
            // At once: the accesses to a segment one by one are what programs would spend most of their time with.
            MemorySegment.copy(all, 0, view, ValueLayout.JAVA_BYTE, 0, bytes);
        }
        return this;
    }

    /** Throws unless the first {@code length} bytes are those of {@code seed}. */
    void check(long seed, int length, Object what) {
        byte[] all = booleans == null ? view.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE) : null;
        for (int i = 0; i < length; i++) {
            boolean right = booleans != null ? booleans[i] == at(seed, i) < 0 : all[i] == at(seed, i);
            if (!right) {
                throw new AssertionError("wrong byte: position=" + i + " length=" + length + " in " + what);
            }
        }
    }
}
