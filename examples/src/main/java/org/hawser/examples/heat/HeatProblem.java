package org.hawser.examples.heat;

/**
 * A square plate with hot and cold spots, its edge held at zero, and how long to watch the heat spread.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param cells cells along one side
 * @param steps time steps
 */
public record HeatProblem(int cells, int steps) {
    /** Diffusivity · Δt / Δx². Steps are stable up to a quarter. */
    public static final double RATE = 0.24;

    /** Centre (down, across), radius, temperature; lengths as fractions of the side. */
    private static final double[][] SPOTS = {
        {0.28, 0.26, 0.15, 1.00}, {0.70, 0.72, 0.18, 0.80}, {0.24, 0.74, 0.09, 1.00}, {0.76, 0.22, 0.08, 0.90},
        {0.50, 0.50, 0.05, 1.00}, {0.66, 0.66, 0.07, 0.10},
    };

    /** Checks. */
    public HeatProblem {
        if (cells < 1 || cells > 1 << 14 || steps < 0) {
            throw new IllegalArgumentException("no such problem: cells=" + cells + " (1 to 16384) steps=" + steps);
        }
    }

    /** The temperature of a cell at the start, from 0 to 1. */
    public double initial(int row, int column) {
        double temperature = 0;
        for (double[] spot : SPOTS) {
            double down = (row + 0.5) / cells - spot[0];
            double across = (column + 0.5) / cells - spot[1];
            if (down * down + across * across < spot[2] * spot[2]) {
                temperature = spot[3];
            }
        }
        return temperature;
    }
}
