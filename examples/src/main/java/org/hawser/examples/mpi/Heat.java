package org.hawser.examples.mpi;

import java.nio.DoubleBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Heat spreads on a square plate whose edge is held at zero: {@code hawser run -n 4 mpi.heat [cells [steps]]}.
 *
 * <p>Shows a halo exchange with non-blocking calls. Every rank has a strip of rows, and around it a row of each
 * neighbour's (the halo), or of zeroes at the plate's edge. The halo travels while the rows that do not need it are
 * computed. Beyond the plate's edge is {@link MPI#PROC_NULL}: messages to and from it do nothing.
 *
 * <pre>
 * row 0            halo: the last row of the rank above
 * row 1 … rows     this rank's strip
 * row rows + 1     halo: the first row of the rank below
 * </pre>
 *
 * <p>Rank 0 gathers the strips and, where that is not too much work, checks them against a run of its own.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Heat {
    private static final int DOWN = 1;
    private static final int UP = 2;
    private static final int STRIP = 3;
    private static final double RATE = 0.24;
    /** Cells times steps that rank 0 is ready to compute again. */
    private static final long CHECKED = 1L << 30;

    private final int cells;
    private final int first;
    private final int rows;
    private final int width;
    private DoubleBuffer now;
    private DoubleBuffer next;

    /** The strip from row {@code first} of the plate to the one before {@code end}. */
    private Heat(int cells, int first, int end) {
        this.cells = cells;
        this.first = first;
        rows = end - first;
        width = cells + 2;
        now = MPI.newDoubleBuffer((rows + 2) * width);
        next = MPI.newDoubleBuffer((rows + 2) * width);
        for (int row = 1; row <= rows; row++) {
            for (int column = 1; column <= cells; column++) {
                now.put(row * width + column, initial(first + row - 1, column - 1));
            }
        }
    }

    /**
     * Runs on every rank.
     *
     * @param args cells along a side (256) and steps (1000)
     * @throws MPIException when a message fails
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int cells = args.length > 0 ? Integer.parseInt(args[0]) : 256;
        int steps = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
        Comm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        if (cells < size) {
            throw new IllegalArgumentException("a rank needs a row at least: cells=" + cells + " ranks=" + size);
        }
        Heat strip = new Heat(cells, start(cells, rank, size), start(cells, rank + 1, size));
        double start = MPI.wtime();
        for (int step = 0; step < steps; step++) {
            strip.step(world, rank > 0 ? rank - 1 : MPI.PROC_NULL, rank < size - 1 ? rank + 1 : MPI.PROC_NULL);
        }
        double seconds = MPI.wtime() - start;
        if (rank != 0) {
            world.send(MPI.slice(strip.now, strip.width), strip.rows * strip.width, MPI.DOUBLE, 0, STRIP);
        } else {
            System.out.printf("%d x %d cells, %d steps, %d ranks: %.3f s%n", cells, cells, steps, size, seconds);
            check(strip.gather(world, size), cells, steps);
        }
        MPI.Finalize();
    }

    /** The first row of a rank's strip; strips differ by a row at most. */
    private static int start(int cells, int rank, int size) {
        return (int) ((long) cells * rank / size);
    }

    private void step(Comm world, int above, int below) throws MPIException {
        Request[] halo = {
            world.iRecv(MPI.slice(now, 0), width, MPI.DOUBLE, above, DOWN),
            world.iRecv(MPI.slice(now, (rows + 1) * width), width, MPI.DOUBLE, below, UP),
            world.iSend(MPI.slice(now, width), width, MPI.DOUBLE, above, UP),
            world.iSend(MPI.slice(now, rows * width), width, MPI.DOUBLE, below, DOWN),
        };
        advance(2, rows - 1);
        Request.waitAll(halo);
        advance(1, 1);
        if (rows > 1) {
            advance(rows, rows);
        }
        DoubleBuffer done = next;
        next = now;
        now = done;
    }

    private void advance(int from, int to) {
        for (int row = from; row <= to; row++) {
            for (int i = row * width + 1; i <= row * width + cells; i++) {
                double here = now.get(i);
                next.put(i, here + RATE
                    * (now.get(i - width) + now.get(i + width) + now.get(i - 1) + now.get(i + 1) - 4 * here));
            }
        }
    }

    /** At rank 0: all strips, one below the other. */
    private DoubleBuffer gather(Comm world, int size) throws MPIException {
        DoubleBuffer plate = MPI.newDoubleBuffer(cells * width);
        plate.put(0, now, width, rows * width);
        for (int source = 1; source < size; source++) {
            int from = start(cells, source, size);
            int to = start(cells, source + 1, size);
            world.recv(MPI.slice(plate, from * width), (to - from) * width, MPI.DOUBLE, source, STRIP);
        }
        return plate;
    }

    /** A plate of one rank has nothing but zeroes around it, so it needs nobody. */
    private static void check(DoubleBuffer plate, int cells, int steps) throws MPIException {
        if ((long) cells * cells * steps > CHECKED) {
            System.out.println("not checked: too much for one rank");
            return;
        }
        Heat alone = new Heat(cells, 0, cells);
        for (int step = 0; step < steps; step++) {
            alone.step(MPI.COMM_SELF, MPI.PROC_NULL, MPI.PROC_NULL);
        }
        double difference = 0;
        for (int i = 0; i < plate.capacity(); i++) {
            difference = Math.max(difference, Math.abs(plate.get(i) - alone.now.get(i + alone.width)));
        }
        System.out.println("largest difference from a serial run: " + difference);
        // Both do the same arithmetic on every cell, so there is nothing to tolerate.
        if (difference != 0) {
            throw new IllegalStateException("the answer is wrong: difference=" + difference);
        }
    }

    /** A hot disc off the centre. */
    private double initial(int row, int column) {
        double down = (row + 0.5) / cells - 0.4;
        double across = (column + 0.5) / cells - 0.6;
        return down * down + across * across < 0.05 ? 1 : 0;
    }
}
