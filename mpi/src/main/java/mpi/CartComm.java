package mpi;

/**
 * A communicator laid out as a grid.
 *
 * <pre>{@code
 * CartComm grid = MPI.COMM_WORLD.createCart(new int[] {2, 2}, new boolean[] {true, true}, false);
 * }</pre>
 *
 * <p><b>Threads:</b> as {@link Comm}.
 */
public final class CartComm extends Intracomm {
    CartComm(String name) {
        super(name);
    }

    @Override
    public CartComm clone() {
        return (CartComm) super.clone();
    }

    @Override
    public CartComm dup() throws MPIException {
        throw Errors.later("CartComm.dup");
    }

    @Override
    public CartComm iDup() throws MPIException {
        throw Errors.later("CartComm.iDup");
    }

    @Override
    public CartComm dupWithInfo(Info info) throws MPIException {
        throw Errors.later("CartComm.dupWithInfo");
    }

    /** The grid, and this process's place in it. */
    public CartParms getTopo() throws MPIException {
        throw Errors.later("CartComm.getTopo");
    }

    /** The rank at a place. */
    public int getRank(int[] coords) throws MPIException {
        throw Errors.later("CartComm.getRank");
    }

    /** The place of a rank. */
    public int[] getCoords(int rank) throws MPIException {
        throw Errors.later("CartComm.getCoords");
    }

    /** The ranks to receive from and send to in a shift along a dimension. */
    public ShiftParms shift(int direction, int disp) throws MPIException {
        throw Errors.later("CartComm.shift");
    }

    /** The part of the grid in some of its dimensions that this process is in. */
    public CartComm sub(boolean[] remainDims) throws MPIException {
        throw Errors.later("CartComm.sub");
    }

    /** The rank that this process would best have in a grid. */
    public int map(int[] dims, boolean[] periods) throws MPIException {
        throw Errors.later("CartComm.map");
    }

    /** Chooses the lengths of dimensions that are 0, as equal as can be. */
    public static void createDims(int nodes, int[] dims) throws MPIException {
        throw Errors.later("CartComm.createDims");
    }
}
