package org.hawser.bench.dense;

import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Random;
import mpi.Datatype;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;

/**
 * The matrix product SUMMA, by gets: each rank has one block of each matrix, row by row, in a window. The inner
 * dimension is walked in chunks; a chunk's columns of the left matrix are fetched from the ranks of the same row of the
 * grid, its rows of the right one from those of the same column. While a chunk is multiplied the next is fetched.
 *
 * <p>The columns of a chunk do not lie in a row in the owner's memory. How they are fetched is the question: in one get
 * with a vector type, or in one get for each line.
 *
 * <p><b>Threads:</b> the main thread of each rank. <b>Allocates:</b> at construction, and a request per get.
 */
final class Summa {
    private static final double TOLERANCE = 1e-8;

    /** How lines that do not lie in a row are fetched. */
    enum Fetch {
        /** One get with a vector type. */
        VECTOR,
        /** A get for each line. */
        LINES
    }

    private final RankGrid grid;
    private final int order;
    private final int chunk;
    private final Fetch fetch;
    /** Rows and columns of this rank's blocks. */
    private final int rows;
    private final int columns;
    private final DoubleBuffer left;
    private final DoubleBuffer right;
    private final Win leftWindow;
    private final Win rightWindow;
    private final double[] product;
    private final double[][] leftChunk = new double[2][];
    private final double[][] rightChunk = new double[2][];
    private final Request[][] requests = new Request[2][];

    /** Matrices of {@code order} rows, which the grid's sides must divide. */
    Summa(RankGrid grid, int order, int chunk, Fetch fetch, Info hints) throws MPIException {
        this.grid = grid;
        this.order = order;
        this.chunk = chunk;
        this.fetch = fetch;
        if (order % grid.rows != 0 || order % grid.columns != 0) {
            throw new IllegalArgumentException("ranks must divide the matrices: order=" + order + " rows of ranks="
                + grid.rows + " columns=" + grid.columns);
        }
        rows = order / grid.rows;
        columns = order / grid.columns;
        left = MPI.newDoubleBuffer(rows * columns);
        right = MPI.newDoubleBuffer(rows * columns);
        leftWindow = new Win(left, left.capacity(), 1, hints, grid.comm);
        rightWindow = new Win(right, right.capacity(), 1, hints, grid.comm);
        product = new double[rows * columns];
        for (int i = 0; i < 2; i++) {
            leftChunk[i] = new double[rows * chunk];
            rightChunk[i] = new double[chunk * columns];
        }
    }

    /** Fills the matrices, multiplies them, and checks the product. */
    DenseFigures run(String variant) throws MPIException {
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < columns; x++) {
                left.put(y * columns + x, given(1, grid.row * rows + y, grid.column * columns + x));
                right.put(y * columns + x, given(2, grid.row * rows + y, grid.column * columns + x));
                product[y * columns + x] = 0;
            }
        }
        grid.comm.barrier();
        long start = System.nanoTime();
        leftWindow.lockAll(0);
        rightWindow.lockAll(0);
        multiply();
        leftWindow.unlockAll();
        rightWindow.unlockAll();
        double seconds = grid.max((System.nanoTime() - start) / 1e9);
        return new DenseFigures(variant, isRight(), seconds, List.of());
    }

    void free() throws MPIException {
        leftWindow.free();
        rightWindow.free();
    }

    private void multiply() throws MPIException {
        int current = 0;
        int from = 0;
        start(current, from, next(from));
        while (from < order) {
            int to = next(from);
            Request.waitAll(requests[current]);
            if (to < order) {
                start(1 - current, to, next(to));
            }
            Square.addProduct(product, leftChunk[current], rightChunk[current], rows, to - from, columns);
            current = 1 - current;
            from = to;
        }
    }

    /** Where a chunk ends: it is of one rank's columns and of one rank's rows. */
    private int next(int from) {
        int end = Math.min(order, from + chunk);
        end = Math.min(end, (from / columns + 1) * columns);
        return Math.min(end, (from / rows + 1) * rows);
    }

    private void start(int buffer, int from, int to) throws MPIException {
        int width = to - from;
        int leftOwner = grid.at(grid.row, from / columns);
        int rightOwner = grid.at(from / rows, grid.column);
        int lines = fetch == Fetch.LINES ? rows : 1;
        Request[] started = new Request[lines + 1];
        if (fetch == Fetch.LINES) {
            for (int y = 0; y < rows; y++) {
                started[y] = line(buffer, y, width, leftOwner, y * columns + from % columns);
            }
        } else {
            Datatype band = Datatype.createVector(rows, width, columns, MPI.DOUBLE);
            band.commit();
            started[0] = leftWindow.rGet(DoubleBuffer.wrap(leftChunk[buffer]), rows * width, MPI.DOUBLE, leftOwner,
                from % columns, 1, band);
            band.free();
        }
        started[lines] = rightWindow.rGet(DoubleBuffer.wrap(rightChunk[buffer]), width * columns, MPI.DOUBLE,
            rightOwner, from % rows * columns, width * columns, MPI.DOUBLE);
        requests[buffer] = started;
    }

    private Request line(int buffer, int y, int width, int owner, int place) throws MPIException {
        DoubleBuffer target = DoubleBuffer.wrap(leftChunk[buffer], y * width, width).slice();
        return leftWindow.rGet(target, width, MPI.DOUBLE, owner, place, width, MPI.DOUBLE);
    }

    private static double given(int matrix, int y, int x) {
        return Math.floorMod(y * 31L + x * 17L + matrix * 7L, 101) / 101.0 - 0.5;
    }

    /** True when the product times a vector is what the factors make of it, one after the other. */
    private boolean isRight() throws MPIException {
        double[] vector = new Random(7).doubles(order).toArray();
        double[] half = new double[order];
        double[] found = new double[order];
        double[] expected = new double[order];
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < columns; x++) {
                int row = grid.row * rows + y;
                half[row] += right.get(y * columns + x) * vector[grid.column * columns + x];
                found[row] += product[y * columns + x] * vector[grid.column * columns + x];
            }
        }
        grid.sum(half);
        grid.sum(found);
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < columns; x++) {
                expected[grid.row * rows + y] += left.get(y * columns + x) * half[grid.column * columns + x];
            }
        }
        grid.sum(expected);
        for (int i = 0; i < order; i++) {
            if (Math.abs(found[i] - expected[i]) > TOLERANCE * order) {
                return false;
            }
        }
        return true;
    }
}
