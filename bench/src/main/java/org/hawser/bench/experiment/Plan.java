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
 * @param warmUp  milliseconds, twice, before the samples; {@link #WARM_UP} is enough for the optimising compiler
 * @param threads whether ranks are threads of one JVM
 * @param peers   whom to compare with
 */
public record Plan(int ranks, List<Long> sizes, int rounds, int warmUp, boolean threads, List<Peer> peers) {
    /** What {@code warmUp} should be when there is time. */
    public static final int WARM_UP = 150;

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
