package org.hawser.bench.nas;

/**
 * The four operators of MG on a block. Each is a stencil of 27 points whose weights depend on the distance only, so
 * sums over the points around a row are made once and used by three points of it.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class MgOperators {
    private static final double A_CENTRE = -8.0 / 3;
    private static final double A_EDGE = 1.0 / 6;
    private static final double A_CORNER = 1.0 / 12;
    private static final double C_CENTRE = -3.0 / 8;
    private static final double C_FACE = 1.0 / 32;
    private static final double C_EDGE = -1.0 / 64;

    /** Sums over the four rows that touch a row along a face, and the four that touch along an edge. */
    private final double[] faces;
    private final double[] edges;

    /** For rows of at most so many points. */
    MgOperators(int points) {
        faces = new double[points + 2];
        edges = new double[points + 2];
    }

    /** {@code r = v − A u}; {@code r} and {@code v} may be one. */
    void residual(MgGrid u, MgGrid v, MgGrid r) {
        for (int z = 1; z <= u.extent[2]; z++) {
            for (int y = 1; y <= u.extent[1]; y++) {
                int at = u.rowAt(y, z);
                sumAround(u, at);
                subtract(u.data, v.data, r.data, at, u.extent[0]);
            }
        }
    }

    private void subtract(double[] u, double[] v, double[] r, int at, int points) {
        for (int x = 1; x <= points; x++) {
            r[at + x] = v[at + x] - A_CENTRE * u[at + x] - A_EDGE * (edges[x] + faces[x - 1] + faces[x + 1])
                - A_CORNER * (edges[x - 1] + edges[x + 1]);
        }
    }

    /** {@code u += C r}. */
    void smooth(MgGrid r, MgGrid u) {
        for (int z = 1; z <= u.extent[2]; z++) {
            for (int y = 1; y <= u.extent[1]; y++) {
                int at = u.rowAt(y, z);
                sumAround(r, at);
                add(r.data, u.data, at, u.extent[0]);
            }
        }
    }

    private void add(double[] r, double[] u, int at, int points) {
        for (int x = 1; x <= points; x++) {
            u[at + x] += C_CENTRE * r[at + x] + C_FACE * (r[at + x - 1] + r[at + x + 1] + faces[x])
                + C_EDGE * (edges[x] + faces[x - 1] + faces[x + 1]);
        }
    }

    private void sumAround(MgGrid grid, int at) {
        sumRows(grid.data, at - grid.row, at + grid.row, at - grid.plane, at + grid.plane, faces, grid.row);
        sumRows(grid.data, at - grid.plane - grid.row, at - grid.plane + grid.row, at + grid.plane - grid.row,
            at + grid.plane + grid.row, edges, grid.row);
    }

    private static void sumRows(double[] data, int first, int second, int third, int fourth, double[] sums,
                                int points) {
        for (int x = 0; x < points; x++) {
            sums[x] = data[first + x] + data[second + x] + (data[third + x] + data[fourth + x]);
        }
    }

    /** Puts weighted means of a fine grid on the coarse one; the point 2i of the one is the point i of the other. */
    void restrict(MgGrid fine, MgGrid coarse) {
        for (int z = 1; z <= coarse.extent[2]; z++) {
            for (int y = 1; y <= coarse.extent[1]; y++) {
                int at = fine.rowAt(2 * y, 2 * z);
                sumAround(fine, at);
                int to = coarse.rowAt(y, z);
                for (int x = 1; x <= coarse.extent[0]; x++) {
                    int i = 2 * x;
                    coarse.data[to + x] = 0.5 * fine.data[at + i]
                        + 0.25 * (fine.data[at + i - 1] + fine.data[at + i + 1] + faces[i])
                        + 0.125 * (faces[i - 1] + faces[i + 1] + edges[i])
                        + 0.0625 * (edges[i - 1] + edges[i + 1]);
                }
            }
        }
    }

    /** Adds to a fine grid what lies between the points of the coarse one; the halo comes with it. */
    void prolong(MgGrid coarse, MgGrid fine) {
        for (int z = 0; z <= fine.extent[2] + 1; z++) {
            for (int y = 0; y <= fine.extent[1] + 1; y++) {
                int low = coarse.rowAt(y / 2, z / 2);
                int aside = y % 2 * coarse.row;
                int above = z % 2 * coarse.plane;
                spread(coarse.data, low, aside, above, fine.data, fine.rowAt(y, z), coarse.row - 1);
            }
        }
    }

    /** One row: means of the rows around it first, then of neighbours along it. */
    private void spread(double[] coarse, int low, int aside, int above, double[] fine, int at, int points) {
        sumRows(coarse, low, low + aside, low + above, low + aside + above, faces, points + 1);
        for (int x = 0; x < points; x++) {
            fine[at + 2 * x] += 0.25 * faces[x];
            fine[at + 2 * x + 1] += 0.125 * (faces[x] + faces[x + 1]);
        }
    }
}
