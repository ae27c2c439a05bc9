package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hawser.bench.Network;
import org.hawser.bench.peer.Peer;
import org.hawser.launcher.job.JobSpec;

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
 * @param network what lies between ranks
 */
public record Plan(List<Integer> ranks, List<Long> sizes, int rounds, boolean threads, List<Peer> peers,
                   Choice choice, Network network) {

    /** Copies. */
    public Plan {
        ranks = List.copyOf(ranks);
        sizes = List.copyOf(sizes);
        peers = List.copyOf(peers);
    }

    /** Jobs on one node. */
    public Plan(List<Integer> ranks, List<Long> sizes, int rounds, boolean threads, List<Peer> peers, Choice choice) {
        this(ranks, sizes, rounds, threads, peers, choice, Network.NODE);
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

    /** The settings of every job of ours. */
    Map<String, String> environment() {
        Map<String, String> settings = new LinkedHashMap<>(network.environment());
        settings.putAll(choice.environment());
        return settings;
    }

    /** Puts a job of so many ranks where the plan wants it, with the settings of every job. */
    JobSpec.Builder place(JobSpec.Builder job, int count) throws IOException {
        environment().forEach(job::environment);
        return network.hosts() == null ? job : job.hosts(network.hosts().plan(count));
    }

    /** Samples to take of each figure. */
    int roundsOr(int own) {
        return rounds == 0 ? own : rounds;
    }
}
