package org.hawser.bench.nas;

import java.util.Arrays;
import mpi.MPIException;

/**
 * EP, "embarrassingly parallel": pairs of normal deviates, made from uniform ones by the polar method, and counted in
 * square rings around the origin. Ranks meet once, at the end.
 *
 * {@snippet :
 * // hawser run -n 4 -cp hawser-bench.jar org.hawser.bench.nas.Ep A
 * }
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Ep implements Kernel {
    private static final long SEED = 271_828_183L;
    /** Pairs that are made at a time. */
    private static final int BATCH = 1 << 16;
    private static final int RINGS = 10;
    private static final double TOLERANCE = 1e-8;

    private final double[] numbers = new double[2 * BATCH];
    /** Sum of x, sum of y, pairs in each ring. */
    private final double[] sums = new double[2 + RINGS];

    /** A kernel. */
    public Ep() {
    }

    /** The logarithm of the number of pairs, and the official sums. */
    private record Problem(int log, double x, double y) {
        static Problem of(ProblemClass size) {
            return switch (size) {
                case S -> new Problem(24, -3.247834652034740e+3, -6.958407078382297e+3);
                case W -> new Problem(25, -2.863319731645753e+3, -6.320053679109499e+3);
                case A -> new Problem(28, -4.295875165629892e+3, -1.580732573678431e+4);
            };
        }
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the problem's class
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        NasProgram.run(KernelKind.EP, arguments);
    }

    @Override
    public Outcome run(Team team, ProblemClass size) {
        Problem problem = Problem.of(size);
        long batches = (1L << problem.log()) / BATCH;
        batch(0);
        Arrays.fill(sums, 0);
        long start = team.start();
        for (long k = team.rank(); k < batches; k += team.size()) {
            batch(k);
        }
        team.sum(sums);
        double seconds = team.secondsSince(start);
        double pairs = 0;
        for (int ring = 0; ring < RINGS; ring++) {
            pairs += sums[2 + ring];
        }
        return new Outcome.Verification().check("sum of x", sums[0], problem.x(), TOLERANCE)
            .check("sum of y", sums[1], problem.y(), TOLERANCE)
            .check((long) pairs + " pairs", pairs > 0)
            .outcome(seconds, 2.0 * (1L << problem.log()));
    }

    private void batch(long index) {
        new NasRandom(SEED).skip(2L * BATCH * index).fill(numbers, 0, 2 * BATCH);
        double sumX = 0;
        double sumY = 0;
        for (int i = 0; i < 2 * BATCH; i += 2) {
            double x = 2 * numbers[i] - 1;
            double y = 2 * numbers[i + 1] - 1;
            double square = x * x + y * y;
            if (square <= 1) {
                double factor = Math.sqrt(-2 * Math.log(square) / square);
                double normalX = x * factor;
                double normalY = y * factor;
                sums[2 + (int) Math.max(Math.abs(normalX), Math.abs(normalY))]++;
                sumX += normalX;
                sumY += normalY;
            }
        }
        sums[0] += sumX;
        sums[1] += sumY;
    }
}
