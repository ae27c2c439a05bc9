package org.hawser.bench.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.examples.heat.HeatProblem;
import org.hawser.examples.heat.MpiHeatSolver;
import org.hawser.examples.heat.SerialHeat;

/**
 * What every rank of the demo's second job runs: solves the same problem as {@link DemoRank}, with MPI messages in
 * place of puts. Rank 0 compares with the serial answer that the first job left. It is a job of its own because a
 * process joins a job once, and {@code MPI.Init} is a way to join.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class MpiDemoRank {

    private MpiDemoRank() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the directory with the serial answer, cells along a side, steps
     * @throws IOException  when the serial answer cannot be read
     * @throws MPIException when a message fails
     */
    public static void main(String[] arguments) throws IOException, MPIException {
        HeatProblem problem = new HeatProblem(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        MPI.Init(arguments);
        MpiHeatSolver solver = new MpiHeatSolver(MPI.COMM_WORLD, problem);
        solve(problem, solver, MPI.COMM_WORLD.getRank() == 0);
        double[] plate = solver.gather();
        solver.close();
        MPI.Finalize();
        if (plate != null) {
            double[] alone = PlateFile.read(Path.of(arguments[0]), problem.cells());
            DemoReport.print(DemoReport.MPI_DIFFERENCE, SerialHeat.difference(plate, alone));
        }
    }

    private static void solve(HeatProblem problem, MpiHeatSolver solver, boolean first) throws MPIException {
        Set<Integer> reports = DemoRank.reports(problem.steps());
        long start = System.nanoTime();
        for (int step = 1; step <= problem.steps(); step++) {
            solver.step();
            if (first && reports.contains(step)) {
                DemoReport.print(DemoReport.MPI, step, System.nanoTime() - start);
            }
        }
    }
}
