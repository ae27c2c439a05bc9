package org.hawser.bench.nas;

/**
 * The right-hand side of the flow equations at the inner points of a cell: what flows, diffuses and is damped along
 * each direction. The three directions differ in which momentum goes along, so one text does for all.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> at construction.
 */
final class FlowBalance {
    private final double first;
    private final double second;
    private final double viscous;
    /** Weights of the dissipation, by the distance of the point from -2 to 2 and the index in the cube. */
    private final double[][] weights;

    FlowBalance(FlowProblem problem) {
        first = problem.first();
        second = problem.second();
        viscous = FlowProblem.C3_C4 * second;
        weights = new double[5][problem.points()];
        for (int index = 0; index < problem.points(); index++) {
            double[] at = problem.dissipation(index);
            for (int i = 0; i < at.length; i++) {
                weights[i][index] = at[i];
            }
        }
    }

    /** Adds it to the change of the cell. */
    void addTo(FlowCell cell) {
        for (int k = cell.begin[2]; k < cell.end[2]; k++) {
            for (int j = cell.begin[1]; j < cell.end[1]; j++) {
                int at = cell.at(cell.begin[0], j, k);
                int until = at + cell.end[0] - cell.begin[0];
                for (int direction = 0; direction < 3; direction++) {
                    flow(cell, direction, at, until);
                }
                for (int unknown = 0; unknown < FlowProblem.UNKNOWNS; unknown++) {
                    double[] values = cell.unknowns[unknown];
                    double[] change = cell.change[unknown];
                    damp(values, change, at, until, cell.low[0] + cell.begin[0]);
                    damp(values, change, at, until, cell.stride(1), cell.low[1] + j);
                    damp(values, change, at, until, cell.stride(2), cell.low[2] + k);
                }
            }
        }
    }

    private void flow(FlowCell cell, int direction, int at, int until) {
        int step = cell.stride(direction);
        double diffusion = FlowProblem.diffusion(direction) * second;
        double[] along = cell.unknowns[1 + direction];
        double[] velocity = cell.velocity[direction];
        density(cell.unknowns[0], along, cell.change[0], at, until, step, diffusion);
        momentumAlong(cell, along, velocity, cell.change[1 + direction], at, until, step, diffusion);
        for (int other = 1; other <= 2; other++) {
            int across = (direction + other) % 3;
            momentumAcross(cell.unknowns[1 + across], cell.velocity[across], velocity, cell.change[1 + across], at,
                until, step, diffusion);
        }
        energy(cell, velocity, cell.change[4], at, until, step, diffusion);
    }

    private void density(double[] density, double[] along, double[] change, int at, int until, int step,
                         double diffusion) {
        for (int p = at; p < until; p++) {
            change[p] += diffusion * (density[p + step] - 2 * density[p] + density[p - step])
                - first * (along[p + step] - along[p - step]);
        }
    }

    private void momentumAlong(FlowCell cell, double[] along, double[] velocity, double[] change, int at, int until,
                               int step, double diffusion) {
        double[] energy = cell.unknowns[4];
        double[] kinetic = cell.kinetic;
        double stronger = viscous * FlowProblem.FOUR_THIRDS;
        for (int p = at; p < until; p++) {
            change[p] += diffusion * (along[p + step] - 2 * along[p] + along[p - step])
                + stronger * (velocity[p + step] - 2 * velocity[p] + velocity[p - step])
                - first * (along[p + step] * velocity[p + step] - along[p - step] * velocity[p - step]
                + FlowProblem.C2 * (energy[p + step] - kinetic[p + step] - energy[p - step] + kinetic[p - step]));
        }
    }

    private void momentumAcross(double[] across, double[] itsVelocity, double[] velocity, double[] change, int at,
                                int until, int step, double diffusion) {
        for (int p = at; p < until; p++) {
            change[p] += diffusion * (across[p + step] - 2 * across[p] + across[p - step])
                + viscous * (itsVelocity[p + step] - 2 * itsVelocity[p] + itsVelocity[p - step])
                - first * (across[p + step] * velocity[p + step] - across[p - step] * velocity[p - step]);
        }
    }

    private void energy(FlowCell cell, double[] velocity, double[] change, int at, int until, int step,
                        double diffusion) {
        double[] energy = cell.unknowns[4];
        double[] kinetic = cell.kinetic;
        double[] byMass = cell.kineticByMass;
        double[] inverse = cell.inverseDensity;
        double ofKinetic = viscous * (1 - FlowProblem.C1_C5);
        double ofVelocity = viscous / 6;
        double ofEnergy = viscous * FlowProblem.C1_C5;
        for (int p = at; p < until; p++) {
            double up = velocity[p + step];
            double here = velocity[p];
            double down = velocity[p - step];
            change[p] += diffusion * (energy[p + step] - 2 * energy[p] + energy[p - step])
                + ofKinetic * (byMass[p + step] - 2 * byMass[p] + byMass[p - step])
                + ofVelocity * (up * up - 2 * here * here + down * down)
                + ofEnergy * (energy[p + step] * inverse[p + step] - 2 * energy[p] * inverse[p]
                + energy[p - step] * inverse[p - step])
                - first * ((FlowProblem.C1 * energy[p + step] - FlowProblem.C2 * kinetic[p + step]) * up
                - (FlowProblem.C1 * energy[p - step] - FlowProblem.C2 * kinetic[p - step]) * down);
        }
    }

    /** Along x, where every point of the row has its own weights. */
    private void damp(double[] values, double[] change, int at, int until, int index) {
        double[] below = weights[0];
        double[] before = weights[1];
        double[] here = weights[2];
        double[] after = weights[3];
        double[] beyond = weights[4];
        for (int p = at; p < until; p++) {
            int i = index + p - at;
            change[p] -= below[i] * values[p - 2] + before[i] * values[p - 1] + here[i] * values[p]
                + after[i] * values[p + 1] + beyond[i] * values[p + 2];
        }
    }

    /** Across x, where all points of the row have the same. */
    private void damp(double[] values, double[] change, int at, int until, int step, int index) {
        double below = weights[0][index];
        double before = weights[1][index];
        double here = weights[2][index];
        double after = weights[3][index];
        double beyond = weights[4][index];
        for (int p = at; p < until; p++) {
            change[p] -= below * values[p - 2 * step] + before * values[p - step] + here * values[p]
                + after * values[p + step] + beyond * values[p + 2 * step];
        }
    }
}
