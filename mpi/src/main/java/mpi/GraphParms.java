package mpi;

/**
 * A graph; see {@link GraphComm#getDims}.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class GraphParms {
    private final int[] index;
    private final int[] edges;

    GraphParms(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    /** How many nodes there are. */
    public int getIndexCount() {
        return index.length;
    }

    /** Where the edges of a node end among all. */
    public int getIndex(int i) {
        return index[i];
    }

    /** How many edges there are. */
    public int getEdgeCount() {
        return edges.length;
    }

    /** Where an edge leads. */
    public int getEdge(int i) {
        return edges[i];
    }
}
