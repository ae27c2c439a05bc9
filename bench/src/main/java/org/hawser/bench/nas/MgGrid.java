package org.hawser.bench.nas;

/**
 * A rank's block of a cubic grid that is periodic in all directions, with one layer of its neighbours' points around
 * it:
 *
 * <pre>
 *   index     0    1 … n    n + 1
 *             halo  own      halo       in each direction; x runs fastest
 * </pre>
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class MgGrid {
    /** Points of the block in x, y and z, without the halo. */
    final int[] extent;
    /** From a point to the next one in y, and in z. */
    final int row;
    final int plane;
    final double[] data;

    MgGrid(int x, int y, int z) {
        extent = new int[] {x, y, z};
        row = x + 2;
        plane = row * (y + 2);
        data = new double[plane * (z + 2)];
    }

    /** Where the row of points with these y and z begins, at its halo. */
    int rowAt(int y, int z) {
        return z * plane + y * row;
    }

    /** The way from a point to its next in a direction. */
    int stride(int direction) {
        return direction == 0 ? 1 : direction == 1 ? row : plane;
    }
}
