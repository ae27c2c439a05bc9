package mpi;

/**
 * The neighbours of a process in a graph; see {@link GraphComm#getDistGraphNeighbors}.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class DistGraphNeighbors {
    private final int[] sources;
    private final int[] sourceWeights;
    private final int[] destinations;
    private final int[] destinationWeights;
    private final boolean weighted;

    DistGraphNeighbors(int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights,
                       boolean weighted) {
        this.sources = sources;
        this.sourceWeights = sourceWeights;
        this.destinations = destinations;
        this.destinationWeights = destinationWeights;
        this.weighted = weighted;
    }

    /** How many edges lead here. */
    public int getInDegree() {
        return sources.length;
    }

    /** How many edges lead away. */
    public int getOutDegree() {
        return destinations.length;
    }

    /** Whether the edges have weights. */
    public boolean isWeighted() {
        return weighted;
    }

    /** Where an edge that leads here begins. */
    public int getSource(int i) {
        return sources[i];
    }

    /** The weight of an edge that leads here. */
    public int getSourceWeight(int i) {
        return sourceWeights[i];
    }

    /** Where an edge that leads away ends. */
    public int getDestination(int i) {
        return destinations[i];
    }

    /** The weight of an edge that leads away. */
    public int getDestinationWeight(int i) {
        return destinationWeights[i];
    }
}
