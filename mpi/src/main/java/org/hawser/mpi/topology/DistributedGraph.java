package org.hawser.mpi.topology;

/**
 * What one process knows of a graph whose processes know their own edges only.
 *
 * <p><b>Threads:</b> immutable; the arrays are not to be written to.
 *
 * @param sources where the edges that lead here begin
 * @param sourceWeights their weights; 1 where none were given
 * @param destinations where the edges that lead away end
 * @param destinationWeights their weights; 1 where none were given
 * @param weighted whether there are weights
 */
public record DistributedGraph(int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights,
                               boolean weighted) implements Topology {
    @Override
    public Neighbors neighbors(int rank) {
        return new Neighbors(sources, destinations, false);
    }

    @Override
    public String toString() {
        return "graph with " + sources.length + " edges to and " + destinations.length + " from this process";
    }
}
