package org.hawser.bench.experiment;

import java.util.List;
import java.util.Locale;
import org.hawser.mpi.coll.algorithm.Algorithm;
import org.hawser.mpi.coll.algorithm.Algorithms;

/**
 * The algorithms that a collective can be held to, in a job on one node.
 *
 * <p><b>Threads:</b> stateless.
 */
final class Candidates {

    private Candidates() {
    }

    /**
     * All of a collective's, by name.
     *
     * @param shared whether ranks share memory
     */
    static List<String> of(Collective collective, boolean shared) {
        int situation = Algorithm.FLAT | (shared ? 0 : Algorithm.APART);
        return all(collective).stream().filter(one -> (one.cannot() & situation) == 0).map(Algorithm::name).toList();
    }

    /**
     * True when one of these algorithms can do a collective of so many ranks and bytes; else another would be measured.
     */
    static boolean fits(Collective collective, String algorithm, int ranks, long size) {
        int situation = (Integer.bitCount(ranks) == 1 ? 0 : Algorithm.ODD)
            | (collective.reduces() && size < (long) ranks * Double.BYTES ? Algorithm.FEW : 0);
        return all(collective).stream().anyMatch(one -> one.name().equals(algorithm)
            && (one.cannot() & situation) == 0);
    }

    /** True when an algorithm can be carried out in the background, for calls that do not block. */
    static boolean waits(String collective, String algorithm) {
        return all(Collective.valueOf(collective.toUpperCase(Locale.ROOT))).stream()
            .anyMatch(one -> one.name().equals(algorithm) && (one.cannot() & Algorithm.SCHEDULED) == 0);
    }

    private static List<? extends Algorithm> all(Collective collective) {
        return switch (collective) {
            case BARRIER -> Algorithms.BARRIER;
            case BCAST -> Algorithms.BCAST;
            case REDUCE -> Algorithms.REDUCE;
            case ALLREDUCE -> Algorithms.ALLREDUCE;
            case ALLGATHER -> Algorithms.ALLGATHER;
            case ALLTOALL -> Algorithms.ALLTOALL;
            case GATHER -> Algorithms.GATHER;
            case SCATTER -> Algorithms.SCATTER;
            case REDUCESCATTER -> Algorithms.REDUCE_SCATTER;
            case SCAN -> Algorithms.SCAN;
            case EXSCAN -> Algorithms.EXSCAN;
        };
    }
}
