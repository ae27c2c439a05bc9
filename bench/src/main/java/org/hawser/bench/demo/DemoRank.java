package org.hawser.bench.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.hawser.examples.heat.Block;
import org.hawser.examples.heat.HeatProblem;
import org.hawser.examples.heat.HeatSolver;
import org.hawser.examples.heat.SerialHeat;
import org.hawser.runtime.Rank;

/**
 * What every rank of the demo's first job runs: solves the heat equation together with the others, with one-sided
 * puts. Rank 0 writes pictures into a directory, then solves the same problem alone, once the others have gone, and
 * compares. It leaves the serial answer for {@link MpiDemoRank} and {@link PgasDemoRank}.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class DemoRank {
    /** How many reports are made of each run. */
    static final int REPORTS = 100;

    private final HeatProblem problem;
    private final Path directory;
    private final Set<Integer> frames;
    private final Set<Integer> reports;
    private double[] plate;

    private DemoRank(HeatProblem problem, Path directory) {
        this.problem = problem;
        this.directory = directory;
        int steps = problem.steps();
        // Heat spreads with the root of time: the pictures lie closer at the start.
        frames = new TreeSet<>(List.of(0, steps / 25, steps / 5, steps));
        reports = reports(steps);
    }

    /** The steps after which a report is made. */
    static Set<Integer> reports(int steps) {
        Set<Integer> reports = new TreeSet<>();
        for (int i = 1; i <= REPORTS; i++) {
            reports.add((int) ((long) steps * i / REPORTS));
        }
        return reports;
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the directory for pictures, cells along a side, steps
     * @throws IOException when a picture or the serial answer cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        HeatProblem problem = new HeatProblem(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        DemoRank demo = new DemoRank(problem, Path.of(arguments[0]));
        boolean first;
        try (Rank rank = Rank.join(); HeatSolver solver = new HeatSolver(rank, problem)) {
            first = rank.number() == 0;
            demo.solve(rank, solver);
        }
        if (first) {
            demo.compare();
        }
    }

    private void solve(Rank rank, HeatSolver solver) throws IOException {
        boolean first = rank.number() == 0;
        if (first) {
            int down = Block.piecesDown(rank.size());
            DemoReport.print(DemoReport.SHAPE, down, rank.size() / down);
        }
        frame(solver, 0, first);
        long spent = 0;
        long start = System.nanoTime();
        for (int step = 1; step <= problem.steps(); step++) {
            solver.step();
            if (reports.contains(step) || frames.contains(step)) {
                spent += System.nanoTime() - start;
                double change = solver.change();
                if (first && reports.contains(step)) {
                    DemoReport.print(DemoReport.STEP, step, change, spent);
                }
                frame(solver, step, first);
                start = System.nanoTime();
            }
        }
    }

    private void frame(HeatSolver solver, int step, boolean first) throws IOException {
        if (!frames.contains(step)) {
            return;
        }
        double[] gathered = solver.gather();
        if (first) {
            plate = gathered;
            Files.write(directory.resolve(DemoReport.frameFile(step)), Png.of(plate, problem.cells()));
            DemoReport.print(DemoReport.FRAME, step);
        }
    }

    private void compare() throws IOException {
        long start = System.nanoTime();
        double[] alone = SerialHeat.solve(problem, step -> {
            if (reports.contains(step)) {
                DemoReport.print(DemoReport.SERIAL, step, System.nanoTime() - start);
            }
        });
        PlateFile.write(directory, alone);
        DemoReport.print(DemoReport.DIFFERENCE, SerialHeat.difference(plate, alone));
    }
}
