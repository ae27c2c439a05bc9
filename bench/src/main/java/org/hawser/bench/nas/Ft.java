package org.hawser.bench.nas;

import java.util.ArrayList;
import java.util.List;
import mpi.MPIException;

/**
 * FT, "Fourier transform": a diffusion equation in three dimensions, solved in the spectrum. One transform forward, and
 * for each of six times one back; the grid is shared out in slabs, and all ranks give a part to all in every transform.
 *
 * {@snippet :
 * // hawser run -n 4 -cp hawser-bench.jar org.hawser.bench.nas.Ft A
 * }
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Ft implements Kernel {
    private static final long SEED = 314_159_265L;
    private static final double DIFFUSION = 1e-6;
    private static final int TIMES = 6;
    private static final int SUMMANDS = 1024;
    private static final double TOLERANCE = 1e-12;

    private Team team;
    private Problem problem;
    private FtGrid grid;
    private double[] spectrum;
    private double[] work;

    /** A kernel. */
    public Ft() {
    }

    /** Points in each direction, and the official checksums: real and imaginary part for each time. */
    private record Problem(int x, int y, int z, double[] sums) {
        static Problem of(ProblemClass size) {
            return switch (size) {
                case S -> new Problem(64, 64, 64, new double[] {554.6087004964, 484.5363331978,
                    554.6385409189, 486.5304269511, 554.6148406171, 488.3910722336, 554.5423607415, 490.1273169046,
                    554.4255039624, 491.7475857993, 554.2683411902, 493.2597244941});
                case W -> new Problem(128, 128, 32, new double[] {567.3612178944, 529.3246849175,
                    563.1436885271, 528.2149986629, 559.4024089970, 527.0996558037, 556.0698047020, 526.0027904925,
                    553.0898991250, 524.9400845633, 550.4159734538, 523.9212247086});
                case A -> new Problem(256, 256, 128, new double[] {504.6735008193, 511.4047905510,
                    505.9412319734, 509.8809666433, 506.9376896287, 509.8144042213, 507.7892868474, 510.1336130759,
                    508.5233095391, 510.4914655194, 509.1487099959, 510.7917842803});
            };
        }

        double points() {
            return (double) x * y * z;
        }

        double operations() {
            double log = Math.log(points());
            return points() * (14.8157 + 7.19641 * log + (5.23518 + 7.21113 * log) * TIMES);
        }
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the problem's class
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        NasProgram.run(KernelKind.FT, arguments);
    }

    @Override
    public Outcome run(Team ranks, ProblemClass size) {
        team = ranks;
        problem = Problem.of(size);
        grid = new FtGrid(team, problem.x(), problem.y(), problem.z());
        spectrum = new double[grid.length()];
        work = new double[grid.length()];
        fill(work);
        grid.forward(work, spectrum);
        List<double[]> sums = new ArrayList<>();
        long start = team.start();
        fill(work);
        grid.forward(work, spectrum);
        for (int time = 1; time <= TIMES; time++) {
            evolve(time);
            grid.backward(work, work);
            sums.add(checksum());
        }
        double seconds = team.secondsSince(start);
        Outcome.Verification verification = new Outcome.Verification();
        for (int time = 0; time < TIMES; time++) {
            verification.check("sum " + (time + 1) + " re", sums.get(time)[0], problem.sums()[2 * time], TOLERANCE)
                .check("sum " + (time + 1) + " im", sums.get(time)[1], problem.sums()[2 * time + 1], TOLERANCE);
        }
        return verification.outcome(seconds, problem.operations());
    }

    /** Random numbers, real and imaginary parts by turns. */
    private void fill(double[] space) {
        int x = problem.x();
        long rows = (long) grid.ownZ() * problem.y();
        NasRandom random = new NasRandom(SEED).skip(2L * x * rows * team.rank());
        double[] pairs = new double[2 * x];
        for (int row = 0; row < rows; row++) {
            random.fill(pairs, 0, 2 * x);
            for (int i = 0; i < x; i++) {
                space[2 * x * row + i] = pairs[2 * i];
                space[2 * x * row + x + i] = pairs[2 * i + 1];
            }
        }
    }

    /** The spectrum at a time: each wave fades with the square of its number, direction by direction. */
    private void evolve(int time) {
        double[] fadingX = fading(problem.x(), time);
        double[] fadingY = fading(problem.y(), time);
        double[] fadingZ = fading(problem.z(), time);
        int x = problem.x();
        int firstY = grid.ownY() * team.rank();
        for (int z = 0; z < problem.z(); z++) {
            for (int y = 0; y < grid.ownY(); y++) {
                fade(2 * x * (z * grid.ownY() + y), fadingZ[z] * fadingY[firstY + y], fadingX);
            }
        }
    }

    private void fade(int at, double factor, double[] fadingX) {
        int x = fadingX.length;
        for (int i = 0; i < x; i++) {
            double fading = factor * fadingX[i];
            work[at + i] = fading * spectrum[at + i];
            work[at + x + i] = fading * spectrum[at + x + i];
        }
    }

    /** What is left of the waves of one direction; those above the half are the negative ones. */
    private static double[] fading(int points, int time) {
        double[] fading = new double[points];
        for (int i = 0; i < points; i++) {
            double wave = i < points / 2 ? i : i - points;
            fading[i] = Math.exp(-4 * DIFFUSION * Math.PI * Math.PI * time * wave * wave);
        }
        return fading;
    }

    private double[] checksum() {
        double[] sum = new double[2];
        int x = problem.x();
        for (int j = 1; j <= SUMMANDS; j++) {
            int z = 5 * j % problem.z() - grid.ownZ() * team.rank();
            if (z >= 0 && z < grid.ownZ()) {
                int at = 2 * x * (z * problem.y() + 3 * j % problem.y()) + j % x;
                sum[0] += work[at];
                sum[1] += work[at + x];
            }
        }
        team.sum(sum);
        sum[0] /= problem.points();
        sum[1] /= problem.points();
        return sum;
    }
}
