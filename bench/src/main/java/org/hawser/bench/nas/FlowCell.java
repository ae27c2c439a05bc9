package org.hawser.bench.nas;

import java.util.Arrays;

/**
 * A block of the cube with the unknowns of its points and what follows from them, each in an array of its own. Two
 * layers around the block hold the neighbours' points:
 *
 * <pre>
 *   index    -2 -1   0 … n - 1   n  n + 1      in each direction; x runs fastest
 *            halo    own         halo
 * </pre>
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class FlowCell {
    static final int HALO = 2;

    /** Index in the whole cube of the first point, and how many there are, in each direction. */
    final int[] low;
    final int[] extent;
    /** The points that are not on a wall: from begin to end, in each direction. */
    final int[] begin = new int[3];
    final int[] end = new int[3];

    final double[][] unknowns;
    /** The change of the unknowns in a step. */
    final double[][] change;
    final double[][] source;
    final double[] inverseDensity;
    final double[][] velocity;
    /** Kinetic energy: of the volume, and by mass. */
    final double[] kinetic;
    final double[] kineticByMass;
    /** Speed of sound. */
    final double[] sound;

    private final int row;
    private final int plane;

    FlowCell(FlowProblem problem, int[] low, int[] extent) {
        this.low = low.clone();
        this.extent = extent.clone();
        row = extent[0] + 2 * HALO;
        plane = row * (extent[1] + 2 * HALO);
        int size = plane * (extent[2] + 2 * HALO);
        unknowns = new double[FlowProblem.UNKNOWNS][size];
        change = new double[FlowProblem.UNKNOWNS][size];
        source = new double[FlowProblem.UNKNOWNS][size];
        inverseDensity = new double[size];
        velocity = new double[3][size];
        kinetic = new double[size];
        kineticByMass = new double[size];
        sound = new double[size];
        for (int direction = 0; direction < 3; direction++) {
            begin[direction] = low[direction] == 0 ? 1 : 0;
            end[direction] = extent[direction] - (low[direction] + extent[direction] == problem.points() ? 1 : 0);
        }
        // Corners of the halo stay as they are: what follows from them is never used, but must be numbers.
        Arrays.fill(unknowns[0], 1);
        Arrays.fill(unknowns[4], 1);
    }

    int at(int i, int j, int k) {
        return (k + HALO) * plane + (j + HALO) * row + i + HALO;
    }

    /** The way from a point to its next in a direction. */
    int stride(int direction) {
        return direction == 0 ? 1 : direction == 1 ? row : plane;
    }

    /** Computes what follows from the unknowns, with one layer of the halo. */
    void derive() {
        for (int k = -1; k <= extent[2]; k++) {
            for (int j = -1; j <= extent[1]; j++) {
                derive(at(-1, j, k), extent[0] + 2);
            }
        }
    }

    private void derive(int at, int count) {
        double[] density = unknowns[0];
        double[] energy = unknowns[4];
        for (int p = at; p < at + count; p++) {
            double inverse = 1 / density[p];
            double x = unknowns[1][p];
            double y = unknowns[2][p];
            double z = unknowns[3][p];
            double square = 0.5 * (x * x + y * y + z * z) * inverse;
            inverseDensity[p] = inverse;
            velocity[0][p] = x * inverse;
            velocity[1][p] = y * inverse;
            velocity[2][p] = z * inverse;
            kinetic[p] = square;
            kineticByMass[p] = square * inverse;
            sound[p] = Math.sqrt(FlowProblem.C1 * FlowProblem.C2 * inverse * (energy[p] - square));
        }
    }
}
