package org.hawser.examples.pgas;

import org.hawser.examples.heat.HeatProblem;
import org.hawser.examples.heat.PgasHeatSolver;
import org.hawser.examples.heat.SerialHeat;
import org.hawser.pgas.Pgas;

/**
 * Heat spreads on a square plate: {@code hawser run -n 4 pgas.heat [cells [steps]]}.
 *
 * <p>Shows puts that signal: an edge of a block and the word that it is there are one operation, and who needs it waits
 * on a semaphore; see {@link PgasHeatSolver}. {@code HeatDiffusion} does the same with the runtime's own calls and
 * {@code mpi.heat} with messages.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Heat {
    private static final String USAGE = """
        Solves the heat equation on a square plate whose edge is held at zero.
        usage: hawser run -n 4 pgas.heat [cells [steps]]
          cells   along a side, 256 unless given; at least as many as threads
          steps   1000 unless given
        """;

    private Heat() {
    }

    /**
     * Runs on every rank.
     *
     * @param args cells along a side (256) and steps (1000)
     */
    public static void main(String[] args) {
        try (Pgas pgas = Pgas.start()) {
            run(pgas, args);
        }
    }

    static void run(Pgas pgas, String... args) {
        Arguments arguments = new Arguments(pgas, USAGE, 2, args);
        HeatProblem problem = new HeatProblem(arguments.number(0, 256, pgas.threads(), 1 << 14),
            arguments.number(1, 1000, 0, Integer.MAX_VALUE));
        try (PgasHeatSolver solver = new PgasHeatSolver(pgas, problem)) {
            long start = System.nanoTime();
            for (int step = 0; step < problem.steps(); step++) {
                solver.step();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            double[] plate = solver.gather();
            if (plate != null) {
                check(plate, problem);
                System.out.printf("%d x %d cells, %d steps by %d threads: as in a serial run to the last bit, %.3f s%n",
                    problem.cells(), problem.cells(), problem.steps(), pgas.threads(), seconds);
            }
        }
    }

    private static void check(double[] plate, HeatProblem problem) {
        double difference = SerialHeat.difference(plate, SerialHeat.solve(problem, step -> { }));
        // Both do the same arithmetic on every cell, so there is nothing to tolerate.
        if (difference != 0) {
            throw new IllegalStateException("the answer is wrong: difference=" + difference);
        }
    }
}
