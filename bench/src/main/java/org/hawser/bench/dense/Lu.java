package org.hawser.bench.dense;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * LU factorisation in blocks, after SPLASH: blocks are dealt out over the grid of ranks like cards. In each step the
 * owner of the diagonal's block factors it, the owners of its column and row fetch it and divide by it, and the owners
 * of the rest fetch what they need of column and row and subtract the product. Fetching is lock, get, unlock.
 *
 * <p>A block that others fetch is copied into the window when it is final; the rest stay in arrays.
 *
 * <p><b>Threads:</b> the main thread of each rank. <b>Allocates:</b> at construction, and once per fetched block and
 * step.
 */
final class Lu {
    private static final double TOLERANCE = 1e-9;

    private final RankGrid grid;
    private final int order;
    private final int side;
    /** Blocks in a row of the whole matrix. */
    private final int blocks;
    /** Blocks in a row of this rank's part. */
    private final int ownColumns;
    private final double[][] own;
    private final DoubleBuffer memory;
    private final Win window;
    private final double[][] column;
    private final double[][] row;
    private final long[] nanos = new long[DenseFigures.PARTS.size()];

    /** A matrix of {@code order} rows in blocks of {@code side}; the window is made with {@code hints}. */
    Lu(RankGrid grid, int order, int side, Info hints) throws MPIException {
        this.grid = grid;
        this.order = order;
        this.side = side;
        blocks = (order + side - 1) / side;
        ownColumns = (blocks - grid.column + grid.columns - 1) / grid.columns;
        int ownRows = (blocks - grid.row + grid.rows - 1) / grid.rows;
        own = new double[ownRows * ownColumns][];
        column = new double[blocks][];
        row = new double[blocks][];
        memory = MPI.newDoubleBuffer(Math.max(1, own.length * side * side));
        window = new Win(memory, memory.capacity(), 1, hints, grid.comm);
    }

    /** Fills the matrix, factors it, and checks the factors. */
    DenseFigures run(String variant) throws MPIException {
        for (int i = grid.row; i < blocks; i += grid.rows) {
            for (int j = grid.column; j < blocks; j += grid.columns) {
                own[indexOf(i, j)] = given(i, j);
            }
        }
        Arrays.fill(nanos, 0);
        grid.comm.barrier();
        long start = System.nanoTime();
        for (int k = 0; k < blocks; k++) {
            step(k);
        }
        barrier();
        double seconds = grid.max((System.nanoTime() - start) / 1e9);
        List<Double> parts = new ArrayList<>();
        for (long part : nanos) {
            parts.add(part / 1e9);
        }
        return new DenseFigures(variant, isRight(), seconds, parts);
    }

    void free() throws MPIException {
        window.free();
    }

    private void step(int k) throws MPIException {
        if (isOwn(k, k)) {
            double[] diagonal = own[indexOf(k, k)];
            Square.factor(diagonal, side);
            publish(k, k, diagonal);
        }
        barrier();
        perimeter(k);
        barrier();
        interior(k);
    }

    private void perimeter(int k) throws MPIException {
        double[] diagonal = null;
        for (int i = k + 1; i < blocks; i++) {
            column[i] = null;
            row[i] = null;
            if (isOwn(i, k)) {
                diagonal = diagonal == null ? fetch(k, k) : diagonal;
                column[i] = own[indexOf(i, k)];
                Square.divideByUpper(column[i], diagonal, side);
                publish(i, k, column[i]);
            }
            if (isOwn(k, i)) {
                diagonal = diagonal == null ? fetch(k, k) : diagonal;
                row[i] = own[indexOf(k, i)];
                Square.divideByLower(row[i], diagonal, side);
                publish(k, i, row[i]);
            }
        }
    }

    private void interior(int k) throws MPIException {
        for (int i = firstAfter(k, grid.row, grid.rows); i < blocks; i += grid.rows) {
            for (int j = firstAfter(k, grid.column, grid.columns); j < blocks; j += grid.columns) {
                column[i] = column[i] == null ? fetch(i, k) : column[i];
                row[j] = row[j] == null ? fetch(k, j) : row[j];
                Square.subtractProduct(own[indexOf(i, j)], column[i], row[j], side);
            }
        }
    }

    /** The first number after {@code k} that this rank has a share in. */
    private static int firstAfter(int k, int place, int places) {
        return k + 1 + Math.floorMod(place - (k + 1), places);
    }

    private boolean isOwn(int i, int j) {
        return i % grid.rows == grid.row && j % grid.columns == grid.column;
    }

    private int indexOf(int i, int j) {
        return i / grid.rows * ownColumns + j / grid.columns;
    }

    /** Puts a block of this rank where others fetch it. */
    private void publish(int i, int j, double[] block) {
        memory.put(indexOf(i, j) * side * side, block);
    }

    private double[] fetch(int i, int j) throws MPIException {
        if (isOwn(i, j)) {
            return own[indexOf(i, j)];
        }
        int owner = grid.at(i % grid.rows, j % grid.columns);
        int itsColumns = (blocks - j % grid.columns + grid.columns - 1) / grid.columns;
        int index = i / grid.rows * itsColumns + j / grid.columns;
        double[] block = new double[side * side];
        long start = System.nanoTime();
        window.lock(MPI.LOCK_EXCLUSIVE, owner, 0);
        long locked = System.nanoTime();
        window.get(DoubleBuffer.wrap(block), block.length, MPI.DOUBLE, owner, index * side * side, block.length,
            MPI.DOUBLE);
        long got = System.nanoTime();
        window.unlock(owner);
        nanos[0] += locked - start;
        nanos[1] += got - locked;
        nanos[2] += System.nanoTime() - got;
        return block;
    }

    private void barrier() throws MPIException {
        long start = System.nanoTime();
        grid.comm.barrier();
        nanos[3] += System.nanoTime() - start;
    }

    /** A block of the matrix: random numbers, and a diagonal that outweighs them. */
    private double[] given(int i, int j) {
        Random random = new Random(31L * i + j);
        double[] block = new double[side * side];
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                boolean inside = i * side + y < order && j * side + x < order;
                double value = random.nextDouble() - 0.5;
                block[y * side + x] = inside ? value : 0;
            }
            if (i == j) {
                block[y * side + y] = i * side + y < order ? order : 1;
            }
        }
        return block;
    }

    /** True when the product of the factors and a vector is that of the matrix and the vector. */
    private boolean isRight() throws MPIException {
        double[] vector = new Random(7).doubles(blocks * side).toArray();
        double[] expected = new double[vector.length];
        double[] upper = new double[vector.length];
        for (int i = grid.row; i < blocks; i += grid.rows) {
            for (int j = grid.column; j < blocks; j += grid.columns) {
                times(given(i, j), i, j, vector, expected, Part.ALL);
                times(own[indexOf(i, j)], i, j, vector, upper, i == j ? Part.UPPER : i < j ? Part.ALL : Part.NONE);
            }
        }
        grid.sum(expected);
        grid.sum(upper);
        double[] result = new double[vector.length];
        for (int i = grid.row; i < blocks; i += grid.rows) {
            for (int j = grid.column; j < blocks; j += grid.columns) {
                times(own[indexOf(i, j)], i, j, upper, result, i == j ? Part.LOWER : i > j ? Part.ALL : Part.NONE);
            }
        }
        grid.sum(result);
        for (int i = 0; i < result.length; i++) {
            if (Math.abs(result[i] - expected[i]) > TOLERANCE * order) {
                return false;
            }
        }
        return true;
    }

    /** What of a block counts: a lower triangle has ones on its diagonal. */
    private enum Part { ALL, UPPER, LOWER, NONE }

    private void times(double[] block, int i, int j, double[] vector, double[] product, Part part) {
        for (int y = 0; y < side && part != Part.NONE; y++) {
            int from = part == Part.UPPER ? y : 0;
            int to = part == Part.LOWER ? y : side;
            double sum = part == Part.LOWER ? vector[j * side + y] : 0;
            for (int x = from; x < to; x++) {
                sum += block[y * side + x] * vector[j * side + x];
            }
            product[i * side + y] += sum;
        }
    }
}
