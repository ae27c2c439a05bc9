package mpi;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.LayingOut;
import org.hawser.mpi.topology.Grid;
import org.hawser.mpi.topology.GridDims;

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
        return Derivation.copy(this, new CartComm(""), "CartComm.dup");
    }

    @Override
    public CartComm iDup() throws MPIException {
        return Derivation.startCopy(this, new CartComm(""), "CartComm.iDup");
    }

    @Override
    public CartComm dupWithInfo(Info info) throws MPIException {
        return Derivation.copy(this, new CartComm(""), info, "CartComm.dupWithInfo");
    }

    /** The grid, and this process's place in it. */
    public CartParms getTopo() throws MPIException {
        Communicator inner = inner("CartComm.getTopo");
        Grid grid = grid(inner);
        return new CartParms(grid.dims(), grid.periods(), grid.coordinates(inner.rank()));
    }

    /** The rank at a place; along a ring every number is a place. */
    public int getRank(int[] coords) throws MPIException {
        Grid grid = grid(inner("CartComm.getRank"));
        try {
            return grid.rankAt(coords);
        } catch (MpiFailure e) {
            throw Errors.raise(this, "CartComm.getRank", e);
        }
    }

    /** The place of a rank. */
    public int[] getCoords(int rank) throws MPIException {
        Grid grid = grid(inner("CartComm.getCoords"));
        try {
            return grid.coordinates(rank);
        } catch (MpiFailure e) {
            throw Errors.raise(this, "CartComm.getCoords", e);
        }
    }

    /**
     * The ranks to receive from and send to in a shift along a dimension; {@link MPI#PROC_NULL} beyond the edge.
     *
     * @param direction the dimension, from 0
     * @param disp how far; down when it is negative
     */
    public ShiftParms shift(int direction, int disp) throws MPIException {
        Communicator inner = inner("CartComm.shift");
        Grid grid = grid(inner);
        try {
            return new ShiftParms(grid.shifted(inner.rank(), direction, Math.negateExact(disp)),
                grid.shifted(inner.rank(), direction, disp));
        } catch (MpiFailure | ArithmeticException e) {
            throw Errors.raise(this, "CartComm.shift", e instanceof MpiFailure failure ? failure
                : new MpiFailure(ErrorClass.ARG, "the shift is too far: disp=" + disp));
        }
    }

    /** The part of the grid in some of its dimensions that this process is in. */
    public CartComm sub(boolean[] remainDims) throws MPIException {
        return Derivation.derive(this, new CartComm(""), "CartComm.sub",
            inner -> LayingOut.sub(inner, grid(inner), remainDims));
    }

    /**
     * The rank that this process would best have in a grid, or {@link MPI#UNDEFINED} when there is no place for it.
     * Collective.
     */
    public int map(int[] dims, boolean[] periods) throws MPIException {
        Communicator inner = inner("CartComm.map");
        try {
            return LayingOut.placeInGrid(inner, () -> Grid.of(dims, periods));
        } catch (RuntimeException e) {
            throw Errors.raise(this, "CartComm.map", e);
        }
    }

    /**
     * Chooses the lengths of dimensions that are 0, as equal as can be and the longest first; the others stay.
     *
     * @param nodes the product of all lengths
     */
    public static void createDims(int nodes, int[] dims) throws MPIException {
        Errors.check();
        try {
            System.arraycopy(GridDims.complete(nodes, dims), 0, dims, 0, dims.length);
        } catch (MpiFailure e) {
            throw Errors.raise(null, "CartComm.createDims", e);
        }
    }

    private static Grid grid(Communicator inner) {
        return (Grid) inner.topology();
    }
}
