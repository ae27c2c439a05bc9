package org.hawser.bench.experiment;

import java.util.List;
import org.hawser.bench.peer.Peer;

/**
 * What the user asked for.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param ranks   ranks of every job; 0: what each experiment likes best
 * @param sizes   bytes per operation; empty: each experiment's own
 * @param rounds  samples of each figure
 * @param threads whether ranks are threads of one JVM
 * @param peers   whom to compare with
 */
public record Plan(int ranks, List<Long> sizes, int rounds, boolean threads, List<Peer> peers) {

    /** Copies. */
    public Plan {
        sizes = List.copyOf(sizes);
        peers = List.copyOf(peers);
    }

    /** The job sizes to run. */
    List<Integer> ranksOr(List<Integer> own) {
        return ranks == 0 ? own : List.of(ranks);
    }
}
