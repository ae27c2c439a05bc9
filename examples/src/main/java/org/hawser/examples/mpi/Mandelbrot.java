package org.hawser.examples.mpi;

import java.nio.IntBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * How fast points of the plane escape: {@code hawser run -n 4 mpi.mandelbrot [rows]}.
 *
 * <p>Shows windows. Rank 0 has the picture and the number of the next row in its memory, and opens both to the others.
 * Whoever is free takes a row by adding one to that number, and puts the result into its place; rank 0 answers nobody
 * and takes rows itself. The rows differ much in work, so that a fair share for each would be a bad one.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Mandelbrot {
    private static final int LIMIT = 1000;

    private Mandelbrot() {
    }

    /**
     * Runs on every rank.
     *
     * @param args rows, and columns (400)
     * @throws MPIException when an access fails
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int side = args.length > 0 ? Integer.parseInt(args[0]) : 400;
        int rank = MPI.COMM_WORLD.getRank();
        boolean owner = rank == 0;
        IntBuffer picture = MPI.newIntBuffer(owner ? side * side : 0);
        IntBuffer nextRow = MPI.newIntBuffer(owner ? 1 : 0);
        Win pictures = new Win(picture, picture.capacity(), 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win counters = new Win(nextRow, nextRow.capacity(), 1, MPI.INFO_NULL, MPI.COMM_WORLD);

        pictures.lockAll(0);
        counters.lockAll(0);
        int rows = 0;
        int[] pixels = new int[side];
        for (int row = take(counters); row < side; row = take(counters)) {
            draw(row, pixels);
            pictures.put(pixels, side, MPI.INT, 0, (long) row * side, side, MPI.INT);
            // The array is used again, and the row is to be in the picture before this rank is done.
            pictures.flush(0);
            rows++;
        }
        counters.unlockAll();
        pictures.unlockAll();

        int[] shares = new int[MPI.COMM_WORLD.getSize()];
        MPI.COMM_WORLD.gather(new int[] {rows}, 1, MPI.INT, shares, 1, MPI.INT, 0);
        if (owner) {
            report(picture, side, shares);
        }
        counters.free();
        pictures.free();
        MPI.Finalize();
    }

    /** The number of a row that nobody else has. */
    private static int take(Win counters) throws MPIException {
        int[] row = new int[1];
        counters.fetchAndOp(new int[] {1}, row, MPI.INT, 0, 0L, MPI.SUM);
        counters.flush(0);
        return row[0];
    }

    private static void draw(int row, int[] pixels) {
        int side = pixels.length;
        double y = 2.5 * row / side - 1.25;
        for (int column = 0; column < side; column++) {
            pixels[column] = steps(2.5 * column / side - 2, y);
        }
    }

    /** After how many steps a point is far away; at most {@link #LIMIT}. */
    private static int steps(double x, double y) {
        double re = 0;
        double im = 0;
        int steps = 0;
        while (steps < LIMIT && re * re + im * im <= 4) {
            double next = re * re - im * im + x;
            im = 2 * re * im + y;
            re = next;
            steps++;
        }
        return steps;
    }

    /** Each row was drawn once, and is what it is when one process draws it. */
    private static void report(IntBuffer picture, int side, int[] shares) {
        int drawn = 0;
        for (int rank = 0; rank < shares.length; rank++) {
            System.out.printf("rank %d drew %d of %d rows%n", rank, shares[rank], side);
            drawn += shares[rank];
        }
        int[] pixels = new int[side];
        long inside = 0;
        for (int row = 0; row < side; row++) {
            draw(row, pixels);
            for (int column = 0; column < side; column++) {
                if (picture.get(row * side + column) != pixels[column]) {
                    throw new IllegalStateException("a pixel is wrong: row=" + row + " column=" + column);
                }
                inside += pixels[column] == LIMIT ? 1 : 0;
            }
        }
        if (drawn != side) {
            throw new IllegalStateException("rows were lost or drawn twice: drawn=" + drawn + " rows=" + side);
        }
        System.out.printf("%d of %d points never escape%n", inside, (long) side * side);
    }
}
