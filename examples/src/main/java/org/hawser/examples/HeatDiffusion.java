package org.hawser.examples;

import org.hawser.examples.heat.HeatProblem;
import org.hawser.examples.heat.HeatSolver;
import org.hawser.examples.heat.SerialHeat;
import org.hawser.runtime.Rank;

/**
 * Heat spreads on a square plate: {@code hawser run -n 4 HeatDiffusion [cells [steps]]}.
 *
 * <p>Shows a two-dimensional block decomposition, halos exchanged with one-sided puts into symmetric memory, and
 * computation that overlaps them; see {@link HeatSolver}. Rank 0 checks the answer against a serial run.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class HeatDiffusion {
    private static final String SHADES = " .:-=+*#%@";
    private static final int PICTURE_COLUMNS = 64;

    private HeatDiffusion() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments cells along a side (256) and steps (1000)
     */
    public static void main(String[] arguments) {
        HeatProblem problem = new HeatProblem(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 256,
            arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1000);
        try (Rank rank = Rank.join(); HeatSolver solver = new HeatSolver(rank, problem)) {
            long start = System.nanoTime();
            for (int step = 0; step < problem.steps(); step++) {
                solver.step();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            double[] plate = solver.gather();
            if (rank.number() == 0) {
                draw(plate, problem.cells());
                System.out.printf("%d x %d cells, %d steps, %d ranks: %.3f s%n", problem.cells(), problem.cells(),
                    problem.steps(), rank.size(), seconds);
                check(plate, problem);
            }
        }
    }

    private static void check(double[] plate, HeatProblem problem) {
        double difference = SerialHeat.difference(plate, SerialHeat.solve(problem, step -> { }));
        System.out.println("largest difference from a serial run: " + difference);
        // Both do the same arithmetic on every cell, so there is nothing to tolerate.
        if (difference != 0) {
            throw new IllegalStateException("the answer is wrong: difference=" + difference);
        }
    }

    /** Characters are about twice as high as wide. */
    private static void draw(double[] plate, int cells) {
        int columns = Math.min(PICTURE_COLUMNS, cells);
        int rows = Math.max(1, columns / 2);
        StringBuilder picture = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                double temperature = plate[row * cells / rows * cells + column * cells / columns];
                picture.append(SHADES.charAt((int) Math.clamp(temperature * SHADES.length(), 0, SHADES.length() - 1)));
            }
            picture.append('\n');
        }
        System.out.print(picture);
    }
}
