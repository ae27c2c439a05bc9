package org.hawser.pgas;

import java.util.Arrays;

/**
 * A box of cells of a grid, as sections of tiled arrays take it. A box may reach over the edge of its grid, so that a
 * tile and a rim around it have the same extents everywhere; a copy leaves alone what is outside.
 *
 * <pre>{@code
 * Box column = Box.at(0, 64).by(64, 1);
 * Box withRim = tiles.tile(0, 1).grown(1);
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Box {
    private final long[] from;
    private final long[] size;

    private Box(long[] from, long[] size) {
        this.from = from;
        this.size = size;
    }

    /** One cell. */
    public static Box at(long... coordinates) {
        long[] one = new long[coordinates.length];
        Arrays.fill(one, 1);
        return new Box(coordinates.clone(), one);
    }

    /** The box of these extents that begins at the same cell. */
    public Box by(long... extents) {
        boolean wrong = extents.length != from.length;
        for (long extent : extents) {
            wrong |= extent < 0;
        }
        if (wrong) {
            throw new PgasException("a box has an extent of 0 or more in each dimension: extents="
                + Arrays.toString(extents) + " dimensions=" + from.length);
        }
        return new Box(from, extents.clone());
    }

    /** The box with {@code cells} more at each side, in each dimension. */
    public Box grown(long cells) {
        long[] begin = new long[from.length];
        long[] extents = new long[from.length];
        for (int d = 0; d < from.length; d++) {
            begin[d] = from[d] - cells;
            extents[d] = size[d] + 2 * cells;
        }
        return new Box(begin, new long[from.length]).by(extents);
    }

    /** How many dimensions it has. */
    public int dimensions() {
        return from.length;
    }

    /** Its first coordinate in a dimension. */
    public long from(int dimension) {
        return from[dimension];
    }

    /** The first coordinate behind it in a dimension. */
    public long to(int dimension) {
        return from[dimension] + size[dimension];
    }

    /** Its extent in a dimension. */
    public long extent(int dimension) {
        return size[dimension];
    }

    /** How many cells it has. */
    public long cells() {
        long cells = 1;
        for (long extent : size) {
            cells = Math.multiplyExact(cells, extent);
        }
        return cells;
    }

    @Override
    public String toString() {
        return "box at " + Arrays.toString(from) + " by " + Arrays.toString(size);
    }
}
