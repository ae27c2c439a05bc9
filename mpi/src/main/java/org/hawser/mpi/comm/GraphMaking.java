package org.hawser.mpi.comm;

import java.util.Arrays;
import java.util.function.Supplier;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.topology.DistributedGraph;

/**
 * Makes communicators whose processes lie in a graph of which each knows a part. All processes of the old communicator
 * call, and keep their ranks; when one gives a part that is impossible, all are told.
 *
 * <p><b>Threads:</b> any; those that use one communicator one after the other. <b>Allocates:</b> per call; at rank 0
 * in proportion to the whole graph.
 */
public final class GraphMaking {
    private GraphMaking() {
    }

    /**
     * Each gives the edges that lead to it and away from it.
     *
     * @param own as the caller gave it; may throw
     */
    public static Communicator adjacent(Communicator comm, Supplier<DistributedGraph> own) {
        DistributedGraph[] given = new DistributedGraph[1];
        int[] context = agree(comm, () -> {
            given[0] = own.get();
            checkRanks(comm, given[0].sources());
            checkRanks(comm, given[0].destinations());
            checkWeights(given[0].sourceWeights(), given[0].sources().length);
            checkWeights(given[0].destinationWeights(), given[0].destinations().length);
            return given[0].weighted();
        });
        return comm.copy(context).with(given[0]);
    }

    /**
     * Each gives some edges, from anywhere to anywhere.
     *
     * @param some as the caller gave them; may throw
     */
    public static Communicator general(Communicator comm, Supplier<Edges> some) {
        Edges[] given = new Edges[1];
        int[] context = agree(comm, () -> {
            given[0] = some.get();
            checkRanks(comm, given[0].from());
            checkRanks(comm, given[0].to());
            checkWeights(given[0].weights(), given[0].from().length);
            return given[0].weighted();
        });
        Agreement agreement = Agreement.of(comm);
        int[][] all = agreement.collect(Decision.of(given[0].packed()));
        int[] mine = Decision.open(agreement.scatter(all == null ? null : dealt(all)));
        return comm.copy(context).with(Edges.unpack(mine, given[0].weighted()));
    }

    /** For each process its edges, or why there are none. */
    private static int[][] dealt(int[][] given) {
        int[][] parts = new int[given.length][];
        try {
            int[][] edges = Edges.deal(Decision.openAll(given), given.length);
            Arrays.setAll(parts, i -> Decision.of(edges[i]));
        } catch (MpiFailure e) {
            Arrays.fill(parts, Decision.failed(e));
        }
        return parts;
    }

    /** The context; all have weights, or none has. */
    private static int[] agree(Communicator comm, Supplier<Boolean> weighted) {
        return Agreement.of(comm).reach(() -> new int[] {weighted.get() ? 1 : 0}, all -> {
            for (int i = 1; i < all.length; i++) {
                if (!Arrays.equals(all[0], all[i])) {
                    throw new MpiFailure(ErrorClass.TOPOLOGY, "some processes gave weights and some did not: "
                        + "processes=0, " + i);
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
