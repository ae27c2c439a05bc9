package org.hawser.examples.heat;

import java.util.function.IntConsumer;

/**
 * Solves the same problem with two plain arrays and one thread: what the parallel answer is checked against. It shares
 * no code with {@link HeatSolver}.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class SerialHeat {

    private SerialHeat() {
    }

    /** The plate after all steps, by rows; {@code afterStep} hears the number of every step done. */
    public static double[] solve(HeatProblem problem, IntConsumer afterStep) {
        int cells = problem.cells();
        double[][] now = new double[cells + 2][cells + 2];
        double[][] next = new double[cells + 2][cells + 2];
        for (int row = 1; row <= cells; row++) {
            for (int column = 1; column <= cells; column++) {
                now[row][column] = problem.initial(row - 1, column - 1);
            }
        }
        for (int step = 1; step <= problem.steps(); step++) {
            for (int row = 1; row <= cells; row++) {
                advance(now[row - 1], now[row], now[row + 1], next[row]);
            }
            double[][] done = next;
            next = now;
            now = done;
            afterStep.accept(step);
        }
        return flatten(now, cells);
    }

    private static void advance(double[] above, double[] here, double[] below, double[] target) {
        for (int i = 1; i < here.length - 1; i++) {
            target[i] = here[i] + HeatProblem.RATE * (above[i] + below[i] + here[i - 1] + here[i + 1] - 4 * here[i]);
        }
    }

    private static double[] flatten(double[][] field, int cells) {
        double[] plate = new double[cells * cells];
        for (int row = 0; row < cells; row++) {
            System.arraycopy(field[row + 1], 1, plate, row * cells, cells);
        }
        return plate;
    }

    /** The largest difference between two plates; not a number when either holds one that is not. */
    public static double difference(double[] one, double[] other) {
        double largest = one.length == other.length ? 0 : Double.NaN;
        for (int i = 0; i < Math.min(one.length, other.length); i++) {
            largest = Math.max(largest, Math.abs(one[i] - other[i]));
        }
        return largest;
    }
}
