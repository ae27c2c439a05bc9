package mpi;

/**
 * A communicator laid out as a graph.
 *
 * <p><b>Threads:</b> as {@link Comm}.
 */
public final class GraphComm extends Intracomm {
    GraphComm(String name) {
        super(name);
    }

    @Override
    public GraphComm clone() {
        return (GraphComm) super.clone();
    }

    @Override
    public GraphComm dup() throws MPIException {
        throw Errors.later("GraphComm.dup");
    }

    @Override
    public GraphComm iDup() throws MPIException {
        throw Errors.later("GraphComm.iDup");
    }

    @Override
    public GraphComm dupWithInfo(Info info) throws MPIException {
        throw Errors.later("GraphComm.dupWithInfo");
    }

    /** The graph. */
    public GraphParms getDims() throws MPIException {
        throw Errors.later("GraphComm.getDims");
    }

    /** The neighbours of a rank. */
    public int[] getNeighbors(int rank) throws MPIException {
        throw Errors.later("GraphComm.getNeighbors");
    }

    /** The neighbours of this process. */
    public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
        throw Errors.later("GraphComm.getDistGraphNeighbors");
    }

    /** The rank that this process would best have in a graph. */
    public int map(int[] index, int[] edges) throws MPIException {
        throw Errors.later("GraphComm.map");
    }
}
