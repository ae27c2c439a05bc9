package org.hawser.bench.nas;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import mpi.MPIException;

/**
 * MG, "multigrid": four V-cycles for Poisson's equation on a periodic cube whose right-hand side is zero but for ten
 * points of +1 and ten of −1. Blocks of the cube exchange their faces with neighbours on every level.
 *
 * {@snippet :
 * // hawser run -n 4 -cp hawser-bench.jar org.hawser.bench.nas.Mg A
 * }
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Mg implements Kernel {
    private static final long SEED = 314_159_265L;
    private static final int CYCLES = 4;
    private static final int CHARGES = 10;
    private static final double OPERATIONS_PER_POINT = 58;
    private static final double TOLERANCE = 1e-8;

    private Team team;
    private MgCycle cycle;
    private int points;

    /** A kernel. */
    public Mg() {
    }

    private record Problem(int log, double norm) {
        static Problem of(ProblemClass size) {
            return switch (size) {
                case S -> new Problem(5, 0.5307707005734e-04);
                case W -> new Problem(7, 0.6467329375339e-05);
                case A -> new Problem(8, 0.2433365309069e-05);
            };
        }
    }

    /** A random value and the index of its point in the whole grid. */
    private record Charge(double value, double index) {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the problem's class
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        NasProgram.run(KernelKind.MG, arguments);
    }

    @Override
    public Outcome run(Team ranks, ProblemClass size) {
        Problem problem = Problem.of(size);
        team = ranks;
        points = 1 << problem.log();
        cycle = new MgCycle(team, problem.log());
        MgGrid charges = charges();
        cycle.residual(charges);
        cycle.improve(charges);
        Arrays.fill(cycle.solution().data, 0);
        long start = team.start();
        cycle.residual(charges);
        for (int i = 0; i < CYCLES; i++) {
            cycle.improve(charges);
            cycle.residual(charges);
        }
        double norm = norm(cycle.remainder());
        double seconds = team.secondsSince(start);
        return new Outcome.Verification().check("L2 norm", norm, problem.norm(), TOLERANCE)
            .outcome(seconds, OPERATIONS_PER_POINT * CYCLES * Math.pow(points, 3));
    }

    private double norm(MgGrid grid) {
        double sum = 0;
        for (int z = 1; z <= grid.extent[2]; z++) {
            for (int y = 1; y <= grid.extent[1]; y++) {
                int at = grid.rowAt(y, z);
                for (int x = 1; x <= grid.extent[0]; x++) {
                    sum += grid.data[at + x] * grid.data[at + x];
                }
            }
        }
        return Math.sqrt(team.sum(sum) / Math.pow(points, 3));
    }

    /** The right-hand side: the charges are where the largest and the smallest of random numbers are. */
    private MgGrid charges() {
        PriorityQueue<Charge> largest = new PriorityQueue<>(Comparator.comparingDouble(Charge::value));
        PriorityQueue<Charge> smallest = new PriorityQueue<>(Comparator.comparingDouble(Charge::value).reversed());
        MgGrid grid = cycle.halo().block(points);
        double[] row = new double[grid.extent[0]];
        for (int z = 0; z < grid.extent[2]; z++) {
            for (int y = 0; y < grid.extent[1]; y++) {
                long index = index(0, y, z);
                new NasRandom(SEED).skip(index).fill(row, 0, row.length);
                for (int x = 0; x < row.length; x++) {
                    keep(largest, row[x], index + x);
                    keep(smallest, row[x], index + x);
                }
            }
        }
        put(grid, gather(largest), 1);
        put(grid, gather(smallest), -1);
        cycle.halo().update(grid);
        return grid;
    }

    /** The head of the queue is the first to go. */
    private static void keep(PriorityQueue<Charge> queue, double value, long index) {
        if (queue.size() < CHARGES) {
            queue.add(new Charge(value, index));
            return;
        }
        Charge candidate = new Charge(value, index);
        if (queue.comparator().compare(candidate, queue.peek()) > 0) {
            queue.poll();
            queue.add(candidate);
        }
    }

    /** The best of all ranks' ten. */
    private PriorityQueue<Charge> gather(PriorityQueue<Charge> own) {
        double[] all = new double[2 * CHARGES * team.size()];
        int next = 2 * CHARGES * team.rank();
        for (Charge charge : own) {
            all[next++] = charge.value();
            all[next++] = charge.index() + 1;
        }
        team.sum(all);
        PriorityQueue<Charge> best = new PriorityQueue<>(own.comparator());
        for (int i = 0; i < all.length; i += 2) {
            // A rank with fewer points than that leaves zeros.
            if (all[i + 1] > 0) {
                keep(best, all[i], (long) all[i + 1] - 1);
            }
        }
        return best;
    }

    private void put(MgGrid grid, PriorityQueue<Charge> charges, double value) {
        for (Charge charge : charges) {
            long index = (long) charge.index();
            long x = index % points - cycle.halo().first(0, points);
            long y = index / points % points - cycle.halo().first(1, points);
            long z = index / points / points - cycle.halo().first(2, points);
            if (x >= 0 && x < grid.extent[0] && y >= 0 && y < grid.extent[1] && z >= 0 && z < grid.extent[2]) {
                grid.data[grid.rowAt((int) y + 1, (int) z + 1) + (int) x + 1] = value;
            }
        }
    }

    private long index(int x, int y, int z) {
        long plane = cycle.halo().first(2, points) + z;
        return (plane * points + cycle.halo().first(1, points) + y) * points + cycle.halo().first(0, points) + x;
    }
}
