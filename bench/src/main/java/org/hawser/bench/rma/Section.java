package org.hawser.bench.rma;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * A square section of a matrix of doubles with {@value #WIDTH} columns, the same one of a matrix of this rank's and of
 * the one in a target's window. It begins at the first element of both. Windows count displacements in bytes.
 *
 * <p><b>Threads:</b> as {@link Win}. <b>Allocates:</b> at construction.
 */
public final class Section {
    /** Bytes of the whole matrix. */
    public static final int MATRIX_BYTES = 8 << 20;

    private static final int WIDTH = 1024;
    private static final long LINE_BYTES = (long) WIDTH * Double.BYTES;

    private final int side;
    private final int target;
    private final MemorySegment matrix;
    private final MemorySegment[] lines;
    private final Datatype type;

    private Section(int side, int target, MemorySegment matrix) throws MPIException {
        this.side = side;
        this.target = target;
        this.matrix = matrix;
        lines = IntStream.range(0, side).mapToObj(y -> matrix.asSlice(y * LINE_BYTES, (long) side * Double.BYTES))
            .toArray(MemorySegment[]::new);
        type = Datatype.createVector(side, side, WIDTH, MPI.DOUBLE);
        type.commit();
    }

    /** A section of so many bytes, which {@link #isSquare}, of a matrix. */
    public static Section of(long bytes, MemorySegment matrix, int target) throws MPIException {
        return new Section(sideOf(bytes), target, matrix);
    }

    /** True when so many bytes are a section. */
    public static boolean isSquare(long bytes) {
        int side = sideOf(bytes);
        return side > 0 && side <= WIDTH && (long) side * side * Double.BYTES == bytes;
    }

    private static int sideOf(long bytes) {
        return (int) Math.sqrt((double) bytes / Double.BYTES);
    }

    /** Puts it in one call. */
    public void put(Win win) throws MPIException {
        win.put(matrix, 1, type, target, 0L, 1, type);
    }

    /** Gets it in one call. */
    public void get(Win win) throws MPIException {
        win.get(matrix, 1, type, target, 0L, 1, type);
    }

    /** Puts it in a call for each line. */
    public void putLines(Win win) throws MPIException {
        for (int y = 0; y < side; y++) {
            win.put(lines[y], side, MPI.DOUBLE, target, y * LINE_BYTES, side, MPI.DOUBLE);
        }
    }

    /** Gets it in a call for each line. */
    public void getLines(Win win) throws MPIException {
        for (int y = 0; y < side; y++) {
            win.get(lines[y], side, MPI.DOUBLE, target, y * LINE_BYTES, side, MPI.DOUBLE);
        }
    }

    /** Puts as many bytes in one piece. */
    public void putRow(Win win) throws MPIException {
        win.put(matrix, side * side, MPI.DOUBLE, target, 0L, side * side, MPI.DOUBLE);
    }

    /** Gets as many bytes in one piece. */
    public void getRow(Win win) throws MPIException {
        win.get(matrix, side * side, MPI.DOUBLE, target, 0L, side * side, MPI.DOUBLE);
    }
}
