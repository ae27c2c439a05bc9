package org.hawser.bench.nas;

/**
 * The changes of variables between the sweeps of SP. Each sweep works on the waves of its direction, for which the
 * systems fall apart into scalar ones; between two sweeps the waves of one direction become those of the next.
 *
 * <p><b>Threads:</b> stateless.
 */
final class SpWaves {
    private static final double ROOT = Math.sqrt(0.5);

    private SpWaves() {
    }

    /** A change of variables in a part of a row. */
    private interface Rows {
        void turn(FlowCell cell, int at, int until);
    }

    /** From the unknowns to the waves along x. */
    static void toX(FlowCell cell) {
        forEachRow(cell, SpWaves::toX);
    }

    /** From the waves along x to those along y. */
    static void fromXToY(FlowCell cell) {
        forEachRow(cell, SpWaves::fromXToY);
    }

    /** From the waves along y to those along z. */
    static void fromYToZ(FlowCell cell) {
        forEachRow(cell, SpWaves::fromYToZ);
    }

    /** From the waves along z to the unknowns. */
    static void fromZ(FlowCell cell) {
        forEachRow(cell, SpWaves::fromZ);
    }

    private static void forEachRow(FlowCell cell, Rows rows) {
        for (int k = cell.begin[2]; k < cell.end[2]; k++) {
            for (int j = cell.begin[1]; j < cell.end[1]; j++) {
                int at = cell.at(cell.begin[0], j, k);
                rows.turn(cell, at, at + cell.end[0] - cell.begin[0]);
            }
        }
    }

    private static void toX(FlowCell cell, int at, int until) {
        double[][] r = cell.change;
        for (int p = at; p < until; p++) {
            double inverse = cell.inverseDensity[p];
            double sound = cell.sound[p];
            double density = r[0][p];
            double x = cell.velocity[0][p] * density - r[1][p];
            double y = cell.velocity[1][p] * density - r[2][p];
            double z = cell.velocity[2][p] * density - r[3][p];
            double pressure = FlowProblem.C2 / (sound * sound) * (cell.kineticByMass[p] * density
                - cell.velocity[0][p] * r[1][p] - cell.velocity[1][p] * r[2][p] - cell.velocity[2][p] * r[3][p]
                + r[4][p]);
            double along = ROOT * inverse * x;
            double both = ROOT * inverse * sound * pressure;
            r[0][p] = density - pressure;
            r[1][p] = -inverse * z;
            r[2][p] = inverse * y;
            r[3][p] = both - along;
            r[4][p] = both + along;
        }
    }

    private static void fromXToY(FlowCell cell, int at, int until) {
        double[][] r = cell.change;
        for (int p = at; p < until; p++) {
            double density = r[0][p];
            double across = ROOT * r[2][p];
            double mean = 0.5 * (r[3][p] + r[4][p]);
            double difference = ROOT * (r[3][p] - r[4][p]);
            r[0][p] = -r[1][p];
            r[1][p] = density;
            r[2][p] = difference;
            r[3][p] = mean - across;
            r[4][p] = mean + across;
        }
    }

    private static void fromYToZ(FlowCell cell, int at, int until) {
        double[][] r = cell.change;
        for (int p = at; p < until; p++) {
            double across = ROOT * r[0][p];
            double second = r[1][p];
            double mean = 0.5 * (r[3][p] + r[4][p]);
            double difference = ROOT * (r[3][p] - r[4][p]);
            r[0][p] = difference;
            r[1][p] = -r[2][p];
            r[2][p] = second;
            r[3][p] = mean - across;
            r[4][p] = mean + across;
        }
    }

    private static void fromZ(FlowCell cell, int at, int until) {
        double[][] r = cell.change;
        for (int p = at; p < until; p++) {
            double density = cell.unknowns[0][p];
            double sound = cell.sound[p];
            double x = cell.velocity[0][p];
            double y = cell.velocity[1][p];
            double z = cell.velocity[2][p];
            double first = r[0][p];
            double second = r[1][p];
            double pressure = ROOT * density / sound * (r[3][p] + r[4][p]);
            double sum = r[2][p] + pressure;
            double along = ROOT * density * (r[3][p] - r[4][p]);
            r[0][p] = sum;
            r[1][p] = x * sum - density * second;
            r[2][p] = y * sum + density * first;
            r[3][p] = z * sum + along;
            r[4][p] = density * (y * first - x * second) + cell.kineticByMass[p] * sum
                + sound * sound / FlowProblem.C2 * pressure + z * along;
        }
    }
}
