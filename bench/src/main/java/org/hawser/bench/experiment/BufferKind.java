package org.hawser.bench.experiment;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import mpi.MPI;

/**
 * The kinds of memory that a Java program sends from and receives into.
 *
 * <p><b>Threads:</b> immutable.
 */
enum BufferKind {
    /** A buffer of the runtime's own memory, which peers reach without a copy in between. */
    RUNTIME,
    /** A segment of native memory. */
    SEGMENT,
    /** A direct buffer. */
    DIRECT,
    /** An array on the heap. */
    ARRAY;

    private static final int ALIGNMENT = 4096;

    /** Bytes that have been touched. */
    Object allocate(int bytes) {
        return switch (this) {
            case RUNTIME -> MPI.newByteBuffer(bytes);
            case SEGMENT -> Arena.global().allocate(bytes, ALIGNMENT).fill((byte) 1);
            case DIRECT -> ByteBuffer.allocateDirect(bytes);
            case ARRAY -> new byte[bytes];
        };
    }

    /** Doubles that have been touched. */
    Object allocateDoubles(int count) {
        return switch (this) {
            case RUNTIME -> MPI.newDoubleBuffer(count);
            case SEGMENT -> allocate(count * Double.BYTES);
            case DIRECT -> ByteBuffer.allocateDirect(count * Double.BYTES).order(ByteOrder.nativeOrder())
                .asDoubleBuffer();
            case ARRAY -> new double[count];
        };
    }

    /** Ints that have been touched. */
    Object allocateInts(int count) {
        return switch (this) {
            case RUNTIME -> MPI.newIntBuffer(count);
            case SEGMENT -> allocate(count * Integer.BYTES);
            case DIRECT -> ByteBuffer.allocateDirect(count * Integer.BYTES).order(ByteOrder.nativeOrder())
                .asIntBuffer();
            case ARRAY -> new int[count];
        };
    }

    /** The word after the dot in the name of a series. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One experiment per kind of memory, under one name. */
    static Ensemble ensemble(String name, String summary, Function<BufferKind, RankExperiment> part) {
        List<RankExperiment> parts = Arrays.stream(values()).map(part).toList();
        return new Ensemble(name, summary, parts);
    }
}
