package org.hawser.examples.mpi;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * The area under 4 / (1 + x²) from 0 to 1: {@code hawser run -n 4 mpi.pi [intervals]}.
 *
 * <p>Shows how to share out a loop. Every rank adds up every size-th interval, and rank 0 receives the parts in the
 * order of the ranks, so that the same number of ranks gives the same answer to the last bit.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Pi {
    private static final int PART = 1;
    private static final double TOLERANCE = 1e-6;

    private Pi() {
    }

    /**
     * Runs on every rank.
     *
     * @param args intervals (20000000)
     * @throws MPIException when a message fails
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int intervals = args.length > 0 ? Integer.parseInt(args[0]) : 20_000_000;
        Comm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        double start = MPI.wtime();
        double[] part = {area(intervals, rank, size)};
        if (rank != 0) {
            world.send(part, 1, MPI.DOUBLE, 0, PART);
        } else {
            double pi = part[0];
            for (int source = 1; source < size; source++) {
                world.recv(part, 1, MPI.DOUBLE, source, PART);
                pi += part[0];
            }
            report(pi, intervals, size, MPI.wtime() - start);
        }
        MPI.Finalize();
    }

    /** The intervals {@code first}, {@code first + step} and so on, each as high as it is in its middle. */
    private static double area(int intervals, int first, int step) {
        double width = 1.0 / intervals;
        double sum = 0;
        for (long i = first; i < intervals; i += step) {
            double x = (i + 0.5) * width;
            sum += 4 / (1 + x * x);
        }
        return sum * width;
    }

    private static void report(double pi, int intervals, int size, double seconds) {
        double error = Math.abs(pi - Math.PI);
        System.out.printf("pi is about %.12f, off by %.1e: %d intervals, %d ranks, %.3f s%n", pi, error, intervals,
            size, seconds);
        if (!(error < TOLERANCE)) {
            throw new IllegalStateException("too far off: error=" + error + " intervals=" + intervals);
        }
    }
}
