package org.hawser.mpi.topology;

import java.util.Arrays;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * A graph that every process knows whole: {@code index[i]} is where the edges of node {@code i} end among
 * {@code edges}. An edge may lead to its own node, and may be there several times.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Graph implements Topology {
    private final int[] index;
    private final int[] edges;

    private Graph(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    /** A graph of {@code index.length} nodes. */
    public static Graph of(int[] index, int[] edges) {
        if (index == null || edges == null) {
            throw new MpiFailure(ErrorClass.ARG, "a graph's index or edges are null");
        }
        int last = 0;
        for (int end : index) {
            if (end < last) {
                throw new MpiFailure(ErrorClass.TOPOLOGY, "a graph's index must not fall: index="
                    + Arrays.toString(index));
            }
            last = end;
        }
        if (last > edges.length) {
            throw new MpiFailure(ErrorClass.TOPOLOGY, "a graph has fewer edges than its index says: edges="
                + edges.length + " index=" + last);
        }
        for (int i = 0; i < last; i++) {
            if (edges[i] < 0 || edges[i] >= index.length) {
                throw new MpiFailure(ErrorClass.TOPOLOGY, "an edge leads nowhere: edge=" + i + " to=" + edges[i]
                    + " nodes=" + index.length);
            }
        }
        return new Graph(index.clone(), Arrays.copyOf(edges, last));
    }

    /** How many nodes it has. */
    public int size() {
        return index.length;
    }

    /** Where each node's edges end; a copy. */
    public int[] index() {
        return index.clone();
    }

    /** Where the edges lead; a copy. */
    public int[] edges() {
        return edges.clone();
    }

    /** Where the edges of a node lead. */
    public int[] of(int rank) {
        if (rank < 0 || rank >= index.length) {
            throw new MpiFailure(ErrorClass.RANK, "no such rank in the graph: rank=" + rank + " size="
                + index.length);
        }
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    /** How strongly its nodes are tied: each edge weighs 1. */
    public Ties ties() {
        int[] from = new int[edges.length];
        for (int node = 1; node < index.length; node++) {
            Arrays.fill(from, index[node - 1], index[node], node);
        }
        int[] weights = new int[edges.length];
        Arrays.fill(weights, 1);
        return Ties.of(index.length, from, edges, weights);
    }

    @Override
    public Neighbors neighbors(int rank) {
        int[] all = of(rank);
        return new Neighbors(all, all, false);
    }

    @Override
    public String toString() {
        return "graph of " + index.length + " nodes";
    }
}
