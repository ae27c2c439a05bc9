package org.hawser.pgas;

/**
 * Lays a grid of several dimensions out in a shared array: tiles, each one block of the array, dealt out to the threads
 * in turn. It only computes; any element type will do.
 *
 * <pre>{@code
 * Tiling tiles = Tiling.of(1024, 1024).by(64, 64);
 * SharedIntArray cells = pgas.ints(tiles.length(), tiles.distribution());
 * cells.put(tiles.index(3, 700), 1);
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Tiling {
    private Tiling() {
    }

    /** A grid of these extents, in one tile. */
    public static Tiling of(long... extents) {
        throw new UnsupportedOperationException("to come");
    }

    /** The same grid in tiles of these extents; at an edge they are cut. */
    public Tiling by(long... tile) {
        throw new UnsupportedOperationException("to come");
    }

    /** How many dimensions it has. */
    public int dimensions() {
        throw new UnsupportedOperationException("to come");
    }

    /** Its extent in a dimension. */
    public long extent(int dimension) {
        throw new UnsupportedOperationException("to come");
    }

    /** A tile's extent in a dimension. */
    public long tileExtent(int dimension) {
        throw new UnsupportedOperationException("to come");
    }

    /** How many tiles it has in a dimension. */
    public long tiles(int dimension) {
        throw new UnsupportedOperationException("to come");
    }

    /** Elements that the array must have: tiles at an edge take the room of whole ones. */
    public long length() {
        throw new UnsupportedOperationException("to come");
    }

    /** How the array must be distributed: a tile is a block. */
    public Distribution distribution() {
        throw new UnsupportedOperationException("to come");
    }

    /** The index of a cell of a grid of two dimensions. */
    public long index(long row, long column) {
        throw new UnsupportedOperationException("to come");
    }

    /** The index of a cell of a grid of three dimensions. */
    public long index(long plane, long row, long column) {
        throw new UnsupportedOperationException("to come");
    }

    /** The index of a cell. */
    public long index(long... coordinates) {
        throw new UnsupportedOperationException("to come");
    }

    /** The coordinates of the element with this index; those of the room behind an edge are outside the grid. */
    public long[] coordinates(long index) {
        throw new UnsupportedOperationException("to come");
    }

    /** The index of the first element of a tile. */
    public long tileIndex(long... tile) {
        throw new UnsupportedOperationException("to come");
    }
}
