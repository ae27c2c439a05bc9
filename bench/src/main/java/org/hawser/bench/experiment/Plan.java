package org.hawser.bench.experiment;

import java.util.List;
import org.hawser.bench.peer.Peer;

/**
 * What the user asked for.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param ranks   sizes of the jobs; empty: what each experiment likes best
 * @param sizes   bytes per operation; empty: each experiment's own
 * @param rounds  samples of each figure; 0: what each experiment likes best
 * @param threads whether ranks are threads of one JVM
 * @param peers   whom to compare with
 * @param choice  which parts of an experiment to run, and how
 */
public record Plan(List<Integer> ranks, List<Long> sizes, int rounds, boolean threads, List<Peer> peers,
                   Choice choice) {

    /** Copies. */
    public Plan {
        ranks = List.copyOf(ranks);
        sizes = List.copyOf(sizes);
        peers = List.copyOf(peers);
    }

    /** Jobs of one size, processes all, with nobody to compare with. */
    public static Plan of(int ranks, List<Long> sizes, int rounds) {
        return new Plan(List.of(ranks), sizes, rounds, false, List.of(), Choice.ALL);
    }

    /** The job sizes to run. */
    List<Integer> ranksOr(List<Integer> own) {
        return ranks.isEmpty() ? own : ranks;
    }

    /** The bytes per operation to measure. */
    List<Long> sizesOr(List<Long> own) {
        return sizes.isEmpty() ? own : sizes;
    }

    /** Samples to take of each figure. */
    int roundsOr(int own) {
        return rounds == 0 ? own : rounds;
    }
}
