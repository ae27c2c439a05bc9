package mpi;

/**
 * A grid, and a process's place in it; see {@link CartComm#getTopo}.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class CartParms {
    private final int[] dims;
    private final boolean[] periods;
    private final int[] coords;

    CartParms(int[] dims, boolean[] periods, int[] coords) {
        this.dims = dims;
        this.periods = periods;
        this.coords = coords;
    }

    /** How many dimensions there are. */
    public int getDimCount() {
        return dims.length;
    }

    /** The length of a dimension. */
    public int getDim(int i) {
        return dims[i];
    }

    /** Whether a dimension is a ring. */
    public boolean getPeriod(int i) {
        return periods[i];
    }

    /** The process's place in a dimension. */
    public int getCoord(int i) {
        return coords[i];
    }
}
