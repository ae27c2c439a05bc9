package org.hawser.pgas;

import java.util.Arrays;
import org.hawser.pgas.layout.Divisor;

/**
 * Lays a grid of several dimensions out in a shared array: tiles, each one block of the array, dealt out to the threads
 * in turn. Tiles follow each other by rows, and so do the cells of a tile. It only computes; any element type will do.
 *
 * <pre>{@code
 * Tiling tiles = Tiling.of(1024, 1024).by(64, 64);
 * SharedIntArray cells = pgas.ints(tiles.length(), tiles.distribution());
 * cells.put(tiles.index(3, 700), 1);
 *
 * int[] withRim = new int[66 * 66];
 * cells.get(tiles, tiles.tile(0, 1).grown(1), withRim, 0);     // a tile and its neighbours' edges
 * }</pre>
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> nothing for {@link #index(long, long)} and
 * {@link #index(long, long, long)}.
 */
public final class Tiling {
    private final long[] extents;
    private final long[] tile;
    private final long[] tiles;
    /** By dimension: how far in the array the next cell of the same tile is. */
    private final long[] cellStep;
    /** By dimension: how far in the array the next tile is. */
    private final long[] tileStep;
    private final long[] factors;
    private final int[] shifts;
    private final long length;

    private Tiling(long[] extents, long[] tile) {
        this.extents = extents;
        this.tile = tile;
        int dimensions = extents.length;
        tiles = new long[dimensions];
        cellStep = new long[dimensions];
        tileStep = new long[dimensions];
        factors = new long[dimensions];
        shifts = new int[dimensions];
        try {
            long cells = 1;
            for (int d = dimensions - 1; d >= 0; d--) {
                tiles[d] = Math.ceilDiv(extents[d], tile[d]);
                cellStep[d] = cells;
                cells = Math.multiplyExact(cells, tile[d]);
                factors[d] = Divisor.factor(tile[d]);
                shifts[d] = Divisor.shift(tile[d]);
            }
            for (int d = dimensions - 1; d >= 0; d--) {
                tileStep[d] = cells;
                cells = Math.multiplyExact(cells, tiles[d]);
            }
            length = cells;
        } catch (ArithmeticException e) {
            throw new PgasException("a grid has more cells than can be counted: extents=" + Arrays.toString(extents)
                + " tile=" + Arrays.toString(tile), e);
        }
    }

    /** A grid of these extents, in one tile. */
    public static Tiling of(long... extents) {
        checkExtents("extents", extents);
        return new Tiling(extents.clone(), extents.clone());
    }

    /** The same grid in tiles of these extents; at an edge they are cut. */
    public Tiling by(long... tileExtents) {
        checkExtents("tile", tileExtents);
        checkDimensions(tileExtents.length);
        return new Tiling(extents, tileExtents.clone());
    }

    private static void checkExtents(String what, long[] extents) {
        boolean wrong = extents.length == 0;
        for (long extent : extents) {
            wrong |= extent < 1;
        }
        if (wrong) {
            throw new PgasException("a grid has dimensions, and each at least one cell: " + what + "="
                + Arrays.toString(extents));
        }
    }

    /** How many dimensions it has. */
    public int dimensions() {
        return extents.length;
    }

    /** Its extent in a dimension. */
    public long extent(int dimension) {
        return extents[dimension];
    }

    /** A tile's extent in a dimension. */
    public long tileExtent(int dimension) {
        return tile[dimension];
    }

    /** How many tiles it has in a dimension. */
    public long tiles(int dimension) {
        return tiles[dimension];
    }

    /** Elements that the array must have: tiles at an edge take the room of whole ones. */
    public long length() {
        return length;
    }

    /** Elements that a tile takes. */
    public long tileLength() {
        return tileStep[tileStep.length - 1];
    }

    /** How far in the array the next cell in a dimension is, in the same tile. */
    long cellStep(int dimension) {
        return cellStep[dimension];
    }

    /** How the array must be distributed: a tile is a block. */
    public Distribution distribution() {
        return Distribution.blocks(tileLength());
    }

    /** The index of a cell of a grid of two dimensions. */
    public long index(long row, long column) {
        checkDimensions(2);
        return part(0, row) + part(1, column);
    }

    /** The index of a cell of a grid of three dimensions. */
    public long index(long plane, long row, long column) {
        checkDimensions(3);
        return part(0, plane) + part(1, row) + part(2, column);
    }

    /** The index of a cell. */
    public long index(long... coordinates) {
        checkDimensions(coordinates.length);
        long index = 0;
        for (int d = 0; d < coordinates.length; d++) {
            index += part(d, coordinates[d]);
        }
        return index;
    }

    /** What a coordinate adds to the index: whole tiles, and cells in the last one. */
    private long part(int dimension, long coordinate) {
        if (coordinate < 0 || coordinate >= extents[dimension]) {
            throw new IndexOutOfBoundsException("no such cell of a grid: coordinate=" + coordinate + " dimension="
                + dimension + " extent=" + extents[dimension]);
        }
        long number = Divisor.quotient(coordinate, factors[dimension], shifts[dimension]);
        return number * tileStep[dimension] + (coordinate - number * tile[dimension]) * cellStep[dimension];
    }

    /** The coordinates of the element with this index; those of the room behind an edge are outside the grid. */
    public long[] coordinates(long index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("no such element of a grid: index=" + index + " length=" + length);
        }
        long[] coordinates = new long[extents.length];
        long rest = index;
        for (int d = 0; d < coordinates.length; d++) {
            coordinates[d] = rest / tileStep[d] * tile[d];
            rest %= tileStep[d];
        }
        for (int d = 0; d < coordinates.length; d++) {
            coordinates[d] += rest / cellStep[d];
            rest %= cellStep[d];
        }
        return coordinates;
    }

    /** The index of the first element of a tile. */
    public long tileIndex(long... number) {
        checkDimensions(number.length);
        long index = 0;
        for (int d = 0; d < number.length; d++) {
            if (number[d] < 0 || number[d] >= tiles[d]) {
                throw new IndexOutOfBoundsException("no such tile of a grid: tile=" + number[d] + " dimension=" + d
                    + " tiles=" + tiles[d]);
            }
            index += number[d] * tileStep[d];
        }
        return index;
    }

    /** The cells of a tile; fewer at an edge. */
    public Box tile(long... number) {
        tileIndex(number);
        long[] from = new long[number.length];
        long[] size = new long[number.length];
        for (int d = 0; d < number.length; d++) {
            from[d] = number[d] * tile[d];
            size[d] = Math.min(tile[d], extents[d] - from[d]);
        }
        return Box.at(from).by(size);
    }

    /** The cells of the tile that the element with this index is in; fewer at an edge. */
    public Box tileOf(long index) {
        long[] number = coordinates(index);
        for (int d = 0; d < number.length; d++) {
            number[d] /= tile[d];
        }
        return tile(number);
    }

    void checkDimensions(int given) {
        if (given != extents.length) {
            throw new PgasException("a grid of another number of dimensions: given=" + given + " dimensions="
                + extents.length);
        }
    }

    @Override
    public String toString() {
        return "grid of " + Arrays.toString(extents) + " in tiles of " + Arrays.toString(tile);
    }
}
