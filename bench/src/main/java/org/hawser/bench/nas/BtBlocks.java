package org.hawser.bench.nas;

import java.util.Arrays;

/**
 * Blocks of 5 × 5, in rows, one after another in an array: how the flow along a direction depends on the unknowns of a
 * point, and what elimination does with such blocks.
 *
 * <p><b>Threads:</b> stateless.
 */
final class BtBlocks {
    static final int ORDER = FlowProblem.UNKNOWNS;
    static final int BLOCK = ORDER * ORDER;

    private static final double C1345 = FlowProblem.C1_C5 * FlowProblem.C3_C4;

    private BtBlocks() {
    }

    /** The derivative of what flows along a direction by the unknowns, at the point p of a cell. */
    static void flow(FlowCell cell, int direction, int p, double[] block, int at) {
        double inverse = cell.inverseDensity[p];
        double along = cell.velocity[direction][p];
        double energy = cell.unknowns[4][p] * inverse;
        double byMass = cell.kineticByMass[p];
        int n = 1 + direction;
        Arrays.fill(block, at, at + BLOCK, 0);
        block[at + n] = 1;
        int last = at + 4 * ORDER;
        for (int m = 1; m <= 3; m++) {
            double velocity = cell.velocity[m - 1][p];
            int row = at + m * ORDER;
            block[row] = -along * velocity;
            block[row + n] = velocity;
            block[row + m] += along;
            block[last + m] = -FlowProblem.C2 * along * velocity;
        }
        int row = at + n * ORDER;
        for (int m = 1; m <= 3; m++) {
            block[row + m] -= FlowProblem.C2 * cell.velocity[m - 1][p];
        }
        block[row] += FlowProblem.C2 * byMass;
        block[row + 4] = FlowProblem.C2;
        block[last] = (2 * FlowProblem.C2 * byMass - FlowProblem.C1 * energy) * along;
        block[last + n] += FlowProblem.C1 * energy - FlowProblem.C2 * byMass;
        block[last + 4] = FlowProblem.C1 * along;
    }

    /** The derivative of what diffuses along a direction. */
    static void diffusion(FlowCell cell, int direction, int p, double[] block, int at) {
        double inverse = cell.inverseDensity[p];
        int last = at + 4 * ORDER;
        Arrays.fill(block, at, at + BLOCK, 0);
        double heat = C1345 * cell.unknowns[4][p] * inverse;
        for (int m = 1; m <= 3; m++) {
            double velocity = cell.velocity[m - 1][p];
            double viscosity = m == 1 + direction ? FlowProblem.FOUR_THIRDS * FlowProblem.C3_C4 : FlowProblem.C3_C4;
            int row = at + m * ORDER;
            block[row] = -viscosity * inverse * velocity;
            block[row + m] = viscosity * inverse;
            block[last + m] = (viscosity - C1345) * inverse * velocity;
            heat += (viscosity - C1345) * velocity * velocity;
        }
        block[last] = -heat * inverse;
        block[last + 4] = C1345 * inverse;
    }

    /** {@code c -= a b} for blocks. */
    static void subtractProduct(double[] a, int aAt, double[] b, int bAt, double[] c, int cAt) {
        for (int row = 0; row < BLOCK; row += ORDER) {
            double a0 = a[aAt + row];
            double a1 = a[aAt + row + 1];
            double a2 = a[aAt + row + 2];
            double a3 = a[aAt + row + 3];
            double a4 = a[aAt + row + 4];
            for (int column = 0; column < ORDER; column++) {
                c[cAt + row + column] -= a0 * b[bAt + column] + a1 * b[bAt + ORDER + column]
                    + a2 * b[bAt + 2 * ORDER + column] + a3 * b[bAt + 3 * ORDER + column]
                    + a4 * b[bAt + 4 * ORDER + column];
            }
        }
    }

    /** {@code y -= a x} for vectors. */
    static void subtractImage(double[] a, int aAt, double[] x, int xAt, double[] y, int yAt) {
        double x0 = x[xAt];
        double x1 = x[xAt + 1];
        double x2 = x[xAt + 2];
        double x3 = x[xAt + 3];
        double x4 = x[xAt + 4];
        for (int row = 0; row < ORDER; row++) {
            int at = aAt + row * ORDER;
            y[yAt + row] -= a[at] * x0 + a[at + 1] * x1 + a[at + 2] * x2 + a[at + 3] * x3 + a[at + 4] * x4;
        }
    }

    /** Solves {@code b z = c} for a block and {@code b w = r} for a vector, in place of these. The block b is lost. */
    static void solve(double[] b, double[] c, int cAt, double[] r, int rAt) {
        for (int pivot = 0; pivot < ORDER; pivot++) {
            int row = pivot * ORDER;
            double inverse = 1 / b[row + pivot];
            for (int column = pivot + 1; column < ORDER; column++) {
                b[row + column] *= inverse;
            }
            for (int column = 0; column < ORDER; column++) {
                c[cAt + row + column] *= inverse;
            }
            r[rAt + pivot] *= inverse;
            for (int other = 0; other < ORDER; other++) {
                if (other != pivot) {
                    eliminate(b, c, cAt, r, rAt, pivot, other);
                }
            }
        }
    }

    private static void eliminate(double[] b, double[] c, int cAt, double[] r, int rAt, int pivot, int other) {
        int row = pivot * ORDER;
        int target = other * ORDER;
        double factor = b[target + pivot];
        for (int column = pivot + 1; column < ORDER; column++) {
            b[target + column] -= factor * b[row + column];
        }
        for (int column = 0; column < ORDER; column++) {
            c[cAt + target + column] -= factor * c[cAt + row + column];
        }
        r[rAt + other] -= factor * r[rAt + pivot];
    }
}
