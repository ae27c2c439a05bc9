package mpi;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.LayingOut;
import org.hawser.mpi.topology.DistributedGraph;
import org.hawser.mpi.topology.Graph;

/**
 * A communicator laid out as a graph: one that all processes know whole, or one of which each knows its neighbours.
 *
 * <pre>{@code
 * int[] left = {(rank + size - 1) % size};
 * int[] right = {(rank + 1) % size};
 * GraphComm ring = MPI.COMM_WORLD.createDistGraphAdjacent(left, right, MPI.INFO_NULL, false);
 * }</pre>
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
        return Derivation.copy(this, new GraphComm(""), "GraphComm.dup");
    }

    @Override
    public GraphComm iDup() throws MPIException {
        return Derivation.startCopy(this, new GraphComm(""), "GraphComm.iDup");
    }

    @Override
    public GraphComm dupWithInfo(Info info) throws MPIException {
        return Derivation.copy(this, new GraphComm(""), info, "GraphComm.dupWithInfo");
    }

    /** The graph; an error when it is a distributed one, which no process knows whole. */
    public GraphParms getDims() throws MPIException {
        Graph graph = graph("GraphComm.getDims");
        return new GraphParms(graph.index(), graph.edges());
    }

    /** The neighbours of a rank; an error when the graph is a distributed one. */
    public int[] getNeighbors(int rank) throws MPIException {
        Graph graph = graph("GraphComm.getNeighbors");
        try {
            return graph.of(rank);
        } catch (MpiFailure e) {
            throw Errors.raise(this, "GraphComm.getNeighbors", e);
        }
    }

    /** The neighbours of this process in a distributed graph. */
    public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
        if (inner("GraphComm.getDistGraphNeighbors").topology() instanceof DistributedGraph graph) {
            return new DistGraphNeighbors(graph.sources(), graph.sourceWeights(), graph.destinations(),
                graph.destinationWeights(), graph.weighted());
        }
        throw Errors.raise(this, "GraphComm.getDistGraphNeighbors", ErrorClass.TOPOLOGY,
            "the graph is not a distributed one");
    }

    /**
     * The rank that this process would best have in a graph, or {@link MPI#UNDEFINED} when there is no place for it.
     * Collective.
     */
    public int map(int[] index, int[] edges) throws MPIException {
        Communicator inner = inner("GraphComm.map");
        try {
            return LayingOut.placeInGraph(inner, () -> Graph.of(index, edges));
        } catch (RuntimeException e) {
            throw Errors.raise(this, "GraphComm.map", e);
        }
    }

    private Graph graph(String call) throws MPIException {
        if (inner(call).topology() instanceof Graph graph) {
            return graph;
        }
        throw Errors.raise(this, call, ErrorClass.TOPOLOGY, "the graph is a distributed one");
    }
}
