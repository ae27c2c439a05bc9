package org.hawser.bench.nas;

import java.util.Arrays;
import mpi.MPIException;

/**
 * CG, "conjugate gradient": the smallest eigenvalue of a sparse symmetric matrix by inverse iteration, each step of
 * which solves a linear system with 25 steps of conjugate gradients.
 *
 * <p>Ranks form a grid of {@code rows × columns}, with as many columns as rows or twice as many. A rank has a block of
 * the matrix, and the part of every vector that belongs to its columns. The products of the blocks of a row of ranks
 * are added up by exchanges between pairs at distances 1, 2, 4, …; one more exchange, with the rank across the
 * diagonal, brings the sum back to where its columns are. There are no collectives in the timed part.
 *
 * {@snippet :
 * // hawser run -n 4 -cp hawser-bench.jar org.hawser.bench.nas.Cg A
 * }
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Cg implements Kernel {
    private static final long SEED = 314_159_265L;
    private static final int ITERATIONS = 15;
    private static final int STEPS = 25;
    private static final double TOLERANCE = 1e-10;
    /** No official value: a solution that is worse than this is none. */
    private static final double RESIDUAL = 1e-8;

    private Team team;
    private int gridColumns;
    private CgMatrix matrix;
    private int width;
    private double[] x;
    private double[] z;
    private double[] p;
    private double[] q;
    private double[] r;
    /** A product of this rank's rows, and what comes from others to be added. */
    private double[] product;
    private double[] part;
    /** The norm of {@code x - Az} after the last solution. */
    private double residual;
    private final double[] mine = new double[2];
    private final double[] theirs = new double[2];

    /** A kernel. */
    public Cg() {
    }

    private record Problem(int order, int perVector, double shift, double zeta) {
        static Problem of(ProblemClass size) {
            return switch (size) {
                case S -> new Problem(1400, 7, 10, 8.5971775078648);
                case W -> new Problem(7000, 8, 12, 10.362595087124);
                case A -> new Problem(14000, 11, 20, 17.130235054029);
            };
        }

        /** Operations of a whole run. */
        double operations() {
            double elements = perVector * (perVector + 1.0);
            return 2.0 * ITERATIONS * order * (3 + elements + STEPS * (5 + elements) + 3);
        }
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the problem's class
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        NasProgram.run(KernelKind.CG, arguments);
    }

    @Override
    public Outcome run(Team ranks, ProblemClass size) {
        Problem problem = Problem.of(size);
        team = ranks;
        prepare(problem);
        iterate(problem);
        Arrays.fill(x, 1);
        double zeta = 0;
        long start = team.start();
        for (int i = 0; i < ITERATIONS; i++) {
            zeta = iterate(problem);
        }
        double seconds = team.secondsSince(start);
        return new Outcome.Verification().check("zeta", zeta, problem.zeta(), TOLERANCE)
            .check("residual " + residual, residual < RESIDUAL)
            .outcome(seconds, problem.operations());
    }

    private void prepare(Problem problem) {
        int log = Integer.numberOfTrailingZeros(team.size());
        gridColumns = 1 << (log + 1) / 2;
        int gridRows = team.size() / gridColumns;
        if (problem.order() % gridColumns != 0) {
            throw new IllegalArgumentException("too many ranks for the matrix: order=" + problem.order() + " ranks="
                + team.size());
        }
        int rows = problem.order() / gridRows;
        width = problem.order() / gridColumns;
        NasRandom random = new NasRandom(SEED).skip(1);
        matrix = CgMatrix.of(problem.order(), problem.perVector(), problem.shift(), random,
            team.rank() / gridColumns * rows, rows, team.rank() % gridColumns * width, width);
        x = new double[width];
        z = new double[width];
        p = new double[width];
        q = new double[width];
        r = new double[width];
        product = new double[rows];
        part = new double[rows];
        Arrays.fill(x, 1);
    }

    /** One step of the inverse iteration: {@code x ← A⁻¹x}, normalised. */
    private double iterate(Problem problem) {
        solve();
        mine[0] = dot(x, z);
        mine[1] = dot(z, z);
        addAlongRow(2);
        double zeta = problem.shift() + 1 / mine[0];
        double scale = 1 / Math.sqrt(mine[1]);
        for (int i = 0; i < width; i++) {
            x[i] = scale * z[i];
        }
        return zeta;
    }

    /** Solves {@code Az = x}, nearly, and tells how nearly. */
    private void solve() {
        Arrays.fill(z, 0);
        System.arraycopy(x, 0, r, 0, width);
        System.arraycopy(x, 0, p, 0, width);
        double rho = sumAlongRow(dot(r, r));
        for (int step = 0; step < STEPS; step++) {
            multiply(p, q);
            double alpha = rho / sumAlongRow(dot(p, q));
            double old = rho;
            rho = sumAlongRow(advance(alpha));
            double beta = rho / old;
            for (int i = 0; i < width; i++) {
                p[i] = r[i] + beta * p[i];
            }
        }
        measureResidual();
    }

    private void measureResidual() {
        multiply(z, r);
        double sum = 0;
        for (int i = 0; i < width; i++) {
            double difference = x[i] - r[i];
            sum += difference * difference;
        }
        residual = Math.sqrt(sumAlongRow(sum));
    }

    private double advance(double alpha) {
        for (int i = 0; i < width; i++) {
            z[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        return dot(r, r);
    }

    /** Four sums side by side: one alone would wait for itself at every addition. */
    private double dot(double[] a, double[] b) {
        double first = 0;
        double second = 0;
        double third = 0;
        double fourth = 0;
        int whole = width & ~3;
        for (int i = 0; i < whole; i += 4) {
            first += a[i] * b[i];
            second += a[i + 1] * b[i + 1];
            third += a[i + 2] * b[i + 2];
            fourth += a[i + 3] * b[i + 3];
        }
        for (int i = whole; i < width; i++) {
            first += a[i] * b[i];
        }
        return first + second + (third + fourth);
    }

    /** The matrix times a vector of this rank's columns, as a vector of this rank's columns. */
    private void multiply(double[] vector, double[] result) {
        if (team.size() == 1) {
            matrix.multiply(vector, result);
            return;
        }
        matrix.multiply(vector, product);
        for (int distance = 1; distance < gridColumns; distance <<= 1) {
            int partner = team.rank() ^ distance;
            team.exchange(product, partner, part, partner, product.length);
            for (int i = 0; i < product.length; i++) {
                product[i] += part[i];
            }
        }
        transpose(result);
    }

    /**
     * Rows to columns. With as many columns of ranks as rows the partner is the one across the diagonal. With twice as
     * many, a column is half as wide as a row is high, and ranks of even and odd columns keep to themselves.
     */
    private void transpose(double[] result) {
        int row = team.rank() / gridColumns;
        int column = team.rank() % gridColumns;
        int halves = product.length / width;
        int half = column % halves;
        int partner = column / halves * gridColumns + row * halves + half;
        System.arraycopy(product, half * width, part, 0, width);
        if (partner == team.rank()) {
            System.arraycopy(part, 0, result, 0, width);
        } else {
            team.exchange(part, partner, result, partner, width);
        }
    }

    private double sumAlongRow(double value) {
        mine[0] = value;
        addAlongRow(1);
        return mine[0];
    }

    private void addAlongRow(int count) {
        for (int distance = 1; distance < gridColumns; distance <<= 1) {
            int partner = team.rank() ^ distance;
            team.exchange(mine, partner, theirs, partner, count);
            for (int i = 0; i < count; i++) {
                mine[i] += theirs[i];
            }
        }
    }
}
