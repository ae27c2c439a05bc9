package org.hawser.mpi.topology;

import java.util.Arrays;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * A grid of any number of dimensions, each a line or a ring. Ranks count through it with the last dimension fastest. A
 * grid of no dimensions has one place.
 *
 * <pre>{@code
 * Grid grid = Grid.of(new int[] {3, 2}, new boolean[] {true, false});
 * int right = grid.rankAt(new int[] {2, 1});
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Grid implements Topology {
    private final int[] dims;
    private final boolean[] periods;
    private final int size;

    private Grid(int[] dims, boolean[] periods, int size) {
        this.dims = dims;
        this.periods = periods;
        this.size = size;
    }

    /**
     * A grid of these lengths.
     *
     * @param periods which dimensions are rings; those beyond the lengths are ignored
     */
    public static Grid of(int[] dims, boolean[] periods) {
        if (dims == null || periods == null) {
            throw new MpiFailure(ErrorClass.ARG, "a grid's lengths or periods are null");
        }
        if (periods.length < dims.length) {
            throw new MpiFailure(ErrorClass.DIMS, "a grid has fewer periods than lengths: dims=" + dims.length
                + " periods=" + periods.length);
        }
        long size = 1;
        for (int dim : dims) {
            if (dim <= 0) {
                throw new MpiFailure(ErrorClass.DIMS, "a dimension's length must be positive: dims="
                    + Arrays.toString(dims));
            }
            size *= dim;
            if (size > Integer.MAX_VALUE) {
                throw new MpiFailure(ErrorClass.DIMS, "the grid is too large: dims=" + Arrays.toString(dims));
            }
        }
        return new Grid(dims.clone(), Arrays.copyOf(periods, dims.length), (int) size);
    }

    /** How many places it has. */
    public int size() {
        return size;
    }

    /** How many dimensions it has. */
    public int dimensions() {
        return dims.length;
    }

    /** The lengths; a copy. */
    public int[] dims() {
        return dims.clone();
    }

    /** Which dimensions are rings; a copy. */
    public boolean[] periods() {
        return periods.clone();
    }

    /** Where a rank lies. */
    public int[] coordinates(int rank) {
        if (rank < 0 || rank >= size) {
            throw new MpiFailure(ErrorClass.RANK, "no such rank in the grid: rank=" + rank + " size=" + size);
        }
        int[] coordinates = new int[dims.length];
        int rest = rank;
        for (int i = dims.length - 1; i >= 0; i--) {
            coordinates[i] = rest % dims[i];
            rest /= dims[i];
        }
        return coordinates;
    }

    /** The rank at a place; along a ring every number is one. Coordinates beyond the grid's dimensions are ignored. */
    public int rankAt(int[] coordinates) {
        if (coordinates == null || coordinates.length < dims.length) {
            throw new MpiFailure(ErrorClass.ARG, "too few coordinates: coordinates=" + Arrays.toString(coordinates)
                + " dimensions=" + dims.length);
        }
        int rank = 0;
        for (int i = 0; i < dims.length; i++) {
            int at = periods[i] ? Math.floorMod(coordinates[i], dims[i]) : coordinates[i];
            if (at < 0 || at >= dims[i]) {
                throw new MpiFailure(ErrorClass.ARG, "outside the grid: coordinates=" + Arrays.toString(coordinates)
                    + " dims=" + Arrays.toString(dims));
            }
            rank = rank * dims[i] + at;
        }
        return rank;
    }

    /** The rank {@code displacement} steps from {@code rank} along a dimension, or {@link Neighbors#NOBODY}. */
    public int shifted(int rank, int dimension, int displacement) {
        if (dimension < 0 || dimension >= dims.length) {
            throw new MpiFailure(ErrorClass.DIMS, "no such dimension: dimension=" + dimension + " dimensions="
                + dims.length);
        }
        int[] coordinates = coordinates(rank);
        long at = (long) coordinates[dimension] + displacement;
        if (periods[dimension]) {
            at = Math.floorMod(at, (long) dims[dimension]);
        } else if (at < 0 || at >= dims[dimension]) {
            return Neighbors.NOBODY;
        }
        coordinates[dimension] = (int) at;
        return rankAt(coordinates);
    }

    /** The grid of those dimensions that remain. */
    public Grid sub(boolean[] remain) {
        checkRemain(remain);
        int count = 0;
        int[] subDims = new int[dims.length];
        boolean[] subPeriods = new boolean[dims.length];
        for (int i = 0; i < dims.length; i++) {
            if (remain[i]) {
                subDims[count] = dims[i];
                subPeriods[count++] = periods[i];
            }
        }
        return of(Arrays.copyOf(subDims, count), Arrays.copyOf(subPeriods, count));
    }

    /** Which of the grids that {@link #sub} makes a rank falls into, from 0: all in one have the same. */
    public int subNumber(int rank, boolean[] remain) {
        checkRemain(remain);
        int[] coordinates = coordinates(rank);
        int number = 0;
        for (int i = 0; i < dims.length; i++) {
            number = remain[i] ? number : number * dims[i] + coordinates[i];
        }
        return number;
    }

    private void checkRemain(boolean[] remain) {
        if (remain == null || remain.length < dims.length) {
            throw new MpiFailure(ErrorClass.ARG, "too few dimensions are said to remain or not: remain="
                + Arrays.toString(remain) + " dimensions=" + dims.length);
        }
    }

    /** For each dimension the one below and the one above. */
    @Override
    public Neighbors neighbors(int rank) {
        int[] all = new int[2 * dims.length];
        for (int i = 0; i < dims.length; i++) {
            all[2 * i] = shifted(rank, i, -1);
            all[2 * i + 1] = shifted(rank, i, 1);
        }
        return new Neighbors(all, all, true);
    }

    @Override
    public String toString() {
        return "grid of " + Arrays.toString(dims);
    }
}
