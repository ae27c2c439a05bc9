package org.hawser.mpi.topology;

/**
 * How the processes of a communicator lie to each other.
 *
 * <p><b>Threads:</b> immutable.
 */
public sealed interface Topology permits Grid, Graph, DistributedGraph {
    /**
     * Who a process exchanges with in a neighbourhood collective.
     *
     * @param rank in the communicator; a distributed graph knows its own process only
     */
    Neighbors neighbors(int rank);
}
