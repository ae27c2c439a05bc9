package org.hawser.bench.nas;

/**
 * The complex grid of FT in slabs, and its transform in three dimensions. In space a rank has all points of some
 * planes {@code z}; in the spectrum it has all {@code z} of some rows {@code y}. Between the two, all ranks give a
 * part to all.
 *
 * <pre>
 *   space:     [z of this rank][y][re of all x, im of all x]
 *   spectrum:  [z][y of this rank][re of all x, im of all x]
 * </pre>
 *
 * <p>What rank r gives to others is in the order of z, so the parts as they arrive <em>are</em> the spectrum, and
 * parts of a spectrum can leave from where they are.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class FtGrid {
    private static final int LINES = FtTransform.LINES;

    private final Team team;
    private final int x;
    private final int y;
    private final int z;
    /** Rows y and planes z of each rank. */
    private final int ownY;
    private final int ownZ;
    private final FtTransform alongX;
    private final FtTransform alongY;
    private final FtTransform alongZ;
    /** What is sent, or has come, in the order of ranks; null when there is one rank only. */
    private final double[] parts;

    FtGrid(Team team, int x, int y, int z) {
        if (y % team.size() != 0 || z % team.size() != 0 || x < LINES) {
            throw new IllegalArgumentException("too many ranks for the grid: y=" + y + " z=" + z + " ranks="
                + team.size());
        }
        this.team = team;
        this.x = x;
        this.y = y;
        this.z = z;
        ownY = y / team.size();
        ownZ = z / team.size();
        alongX = new FtTransform(x);
        alongY = new FtTransform(y);
        alongZ = new FtTransform(z);
        parts = team.size() == 1 ? null : new double[length()];
    }

    /** The length of an array for this rank's part of space or spectrum. */
    int length() {
        return 2 * x * y * ownZ;
    }

    int ownY() {
        return ownY;
    }

    int ownZ() {
        return ownZ;
    }

    /** From space to the spectrum; the two may be one array. */
    void forward(double[] space, double[] spectrum) {
        for (int plane = 0; plane < ownZ; plane++) {
            alongRows(space, 2 * x * y * plane, 1);
            across(alongY, space, 2 * x * y * plane, y, 2 * x, 1);
        }
        toSpectrum(space, spectrum);
        alongPlanes(spectrum, 1);
    }

    /** From the spectrum to space, not divided by the number of points; the two may be one array. */
    void backward(double[] spectrum, double[] space) {
        alongPlanes(spectrum, -1);
        toSpace(spectrum, space);
        for (int plane = 0; plane < ownZ; plane++) {
            across(alongY, space, 2 * x * y * plane, y, 2 * x, -1);
            alongRows(space, 2 * x * y * plane, -1);
        }
    }

    private void alongPlanes(double[] spectrum, int sign) {
        for (int row = 0; row < ownY; row++) {
            across(alongZ, spectrum, 2 * x * row, z, 2 * x * ownY, sign);
        }
    }

    /** Transforms lines whose elements are {@code stride} apart and which lie side by side in x. */
    private void across(FtTransform transform, double[] grid, int at, int length, int stride, int sign) {
        for (int begin = at; begin < at + x; begin += LINES) {
            double[] lines = transform.data();
            for (int i = 0; i < length; i++) {
                System.arraycopy(grid, begin + i * stride, lines, i * FtTransform.ELEMENT, LINES);
                System.arraycopy(grid, begin + x + i * stride, lines, i * FtTransform.ELEMENT + LINES, LINES);
            }
            transform.transform(sign);
            lines = transform.data();
            for (int i = 0; i < length; i++) {
                System.arraycopy(lines, i * FtTransform.ELEMENT, grid, begin + i * stride, LINES);
                System.arraycopy(lines, i * FtTransform.ELEMENT + LINES, grid, begin + x + i * stride, LINES);
            }
        }
    }

    /** Transforms the rows of a plane, which lie one after another: they are laid side by side for it. */
    private void alongRows(double[] grid, int at, int sign) {
        for (int begin = 0; begin < y; begin += LINES) {
            int count = Math.min(LINES, y - begin);
            double[] lines = alongX.data();
            for (int line = 0; line < count; line++) {
                int row = at + 2 * x * (begin + line);
                for (int i = 0; i < x; i++) {
                    lines[i * FtTransform.ELEMENT + line] = grid[row + i];
                    lines[i * FtTransform.ELEMENT + LINES + line] = grid[row + x + i];
                }
            }
            alongX.transform(sign);
            lines = alongX.data();
            for (int line = 0; line < count; line++) {
                int row = at + 2 * x * (begin + line);
                for (int i = 0; i < x; i++) {
                    grid[row + i] = lines[i * FtTransform.ELEMENT + line];
                    grid[row + x + i] = lines[i * FtTransform.ELEMENT + LINES + line];
                }
            }
        }
    }

    private void toSpectrum(double[] space, double[] spectrum) {
        if (team.size() == 1) {
            copy(space, spectrum);
            return;
        }
        int rows = 2 * x * ownY;
        for (int rank = 0; rank < team.size(); rank++) {
            for (int plane = 0; plane < ownZ; plane++) {
                System.arraycopy(space, 2 * x * y * plane + rank * rows, parts, (rank * ownZ + plane) * rows, rows);
            }
        }
        team.allToAll(parts, spectrum, rows * ownZ);
    }

    private void toSpace(double[] spectrum, double[] space) {
        if (team.size() == 1) {
            copy(spectrum, space);
            return;
        }
        int rows = 2 * x * ownY;
        team.allToAll(spectrum, parts, rows * ownZ);
        for (int rank = 0; rank < team.size(); rank++) {
            for (int plane = 0; plane < ownZ; plane++) {
                System.arraycopy(parts, (rank * ownZ + plane) * rows, space, 2 * x * y * plane + rank * rows, rows);
            }
        }
    }

    private static void copy(double[] from, double[] to) {
        if (from != to) {
            System.arraycopy(from, 0, to, 0, from.length);
        }
    }
}
