package org.hawser.mpi.comm;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.topology.DistributedGraph;
import org.hawser.mpi.topology.GraphMapping;

/**
 * Makes communicators whose processes lie in a graph of which each knows a part. All processes of the old communicator
 * call; when one gives a part that is impossible, all are told. Where ranks may change, and there are several nodes,
 * process 0 sees the whole graph, chooses who gets which place, and deals to each what there is to know at its place.
 *
 * <p><b>Threads:</b> any; those that use one communicator one after the other. <b>Allocates:</b> per call; at rank 0
 * in proportion to the whole graph.
 */
public final class GraphMaking {
    private GraphMaking() {
    }

    /**
     * Each gives the edges that lead to the place of its rank and away from it.
     *
     * @param own as the caller gave it; may throw
     * @param reorder whether ranks may change, so that places that are tied share a node
     */
    public static Communicator adjacent(Communicator comm, Supplier<DistributedGraph> own, boolean reorder) {
        DistributedGraph[] given = new DistributedGraph[1];
        int[] context = agree(comm, reorder, () -> {
            given[0] = own.get();
            checkRanks(comm, given[0].sources());
            checkRanks(comm, given[0].destinations());
            checkWeights(given[0].sourceWeights(), given[0].sources().length);
            checkWeights(given[0].destinationWeights(), given[0].destinations().length);
            return given[0].weighted();
        });
        int[] nodes = reorder ? severalNodes(comm) : null;
        return nodes == null ? comm.copy(context).with(given[0])
            : deal(comm, context, Edges.pack(given[0]), parts -> parts, nodes, given[0].weighted());
    }

    /**
     * Each gives some edges, from anywhere to anywhere.
     *
     * @param some as the caller gave them; may throw
     * @param reorder whether ranks may change, so that places that are tied share a node
     */
    public static Communicator general(Communicator comm, Supplier<Edges> some, boolean reorder) {
        Edges[] given = new Edges[1];
        int[] context = agree(comm, reorder, () -> {
            given[0] = some.get();
            checkRanks(comm, given[0].from());
            checkRanks(comm, given[0].to());
            checkWeights(given[0].weights(), given[0].from().length);
            return given[0].weighted();
        });
        return deal(comm, context, given[0].packed(), edges -> Edges.deal(edges, comm.size()),
            reorder ? severalNodes(comm) : null, given[0].weighted());
    }

    /** For each process what names its node; null when all are on one. */
    private static int[] severalNodes(Communicator comm) {
        int[] nodes = Nodes.of(comm);
        return Arrays.stream(nodes).allMatch(node -> node == nodes[0]) ? null : nodes;
    }

    /**
     * Process 0 collects what each knows, and gives each the part of its place.
     *
     * @param mine what this process knows
     * @param parting makes of what all know the part of each place
     * @param nodes null when processes keep their ranks
     */
    private static Communicator deal(Communicator comm, int[] context, int[] mine, UnaryOperator<int[][]> parting,
            int[] nodes, boolean weighted) {
        Agreement agreement = Agreement.of(comm);
        int[][] all = agreement.collect(Decision.of(mine));
        int[] dealt = Decision.open(agreement.scatter(all == null ? null : dealt(all, parting, nodes)));
        if (nodes == null) {
            return comm.copy(context).with(Edges.unpack(dealt, weighted));
        }
        Members group = comm.local().including(Arrays.copyOf(dealt, comm.size()));
        int[] part = Arrays.copyOfRange(dealt, comm.size(), dealt.length);
        return comm.derive(group, context).with(Edges.unpack(part, weighted));
    }

    /** For each process its part, behind the processes at all places if these may change; or why there is none. */
    private static int[][] dealt(int[][] given, UnaryOperator<int[][]> parting, int[] nodes) {
        int[][] dealt = new int[given.length][];
        try {
            int[][] parts = parting.apply(Decision.openAll(given));
            int[] processes = nodes == null ? null : GraphMapping.processes(Edges.ties(parts), nodes);
            for (int place = 0; place < parts.length; place++) {
                int process = processes == null ? place : processes[place];
                dealt[process] = Decision.of(processes == null ? parts[place]
                    : IntStream.concat(Arrays.stream(processes), Arrays.stream(parts[place])).toArray());
            }
        } catch (MpiFailure e) {
            Arrays.fill(dealt, Decision.failed(e));
        }
        return dealt;
    }

    /** The context; all have weights, or none has, and all let ranks change, or none does. */
    private static int[] agree(Communicator comm, boolean reorder, Supplier<Boolean> weighted) {
        return Agreement.of(comm).reach(() -> new int[] {weighted.get() ? 1 : 0, reorder ? 1 : 0}, all -> {
            for (int i = 1; i < all.length; i++) {
                if (!Arrays.equals(all[0], all[i])) {
                    throw new MpiFailure(ErrorClass.TOPOLOGY, "some processes gave weights, or let ranks change, and "
                        + "some did not: processes=0, " + i);
                }
            }
            return comm.contexts().take(all.length);
        });
    }

    private static void checkRanks(Communicator comm, int[] ranks) {
        for (int rank : ranks) {
            if (rank < 0 || rank >= comm.size()) {
                throw new MpiFailure(ErrorClass.RANK, "an edge leads nowhere: rank=" + rank + " size=" + comm.size());
            }
        }
    }

    private static void checkWeights(int[] weights, int edges) {
        if (weights.length < edges) {
            throw new MpiFailure(ErrorClass.ARG, "fewer weights than edges: weights=" + weights.length + " edges="
                + edges);
        }
        for (int i = 0; i < edges; i++) {
            if (weights[i] < 0) {
                throw new MpiFailure(ErrorClass.ARG, "a weight is negative: weight=" + weights[i]);
            }
        }
    }
}
