package org.hawser.bench.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.hawser.examples.heat.HeatProblem;
import org.hawser.examples.heat.PgasHeatSolver;
import org.hawser.examples.heat.SerialHeat;
import org.hawser.pgas.Pgas;

/**
 * What every rank of the demo's third job runs: solves the same problem as {@link DemoRank}, in a partitioned global
 * address space. Thread 0 compares with the serial answer that the first job left.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class PgasDemoRank {

    private PgasDemoRank() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the directory with the serial answer, cells along a side, steps
     * @throws IOException when the serial answer cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        HeatProblem problem = new HeatProblem(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        double[] plate;
        try (Pgas pgas = Pgas.start(); PgasHeatSolver solver = new PgasHeatSolver(pgas, problem)) {
            solve(problem, solver, pgas.myThread() == 0);
            plate = solver.gather();
        }
        if (plate != null) {
            double[] alone = PlateFile.read(Path.of(arguments[0]), problem.cells());
            DemoReport.print(DemoReport.PGAS_DIFFERENCE, SerialHeat.difference(plate, alone));
        }
    }

    private static void solve(HeatProblem problem, PgasHeatSolver solver, boolean first) {
        Set<Integer> reports = DemoRank.reports(problem.steps());
        long start = System.nanoTime();
        for (int step = 1; step <= problem.steps(); step++) {
            solver.step();
            if (first && reports.contains(step)) {
                DemoReport.print(DemoReport.PGAS, step, System.nanoTime() - start);
            }
        }
    }
}
