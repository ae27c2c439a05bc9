package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.p2p.ProtocolCounts;

/**
 * The ways to carry a message between which an experiment compares: all protocols integrated, which is ours, and the
 * traditional rendezvous that writes or that reads. Each is a setting of a job, so each has jobs of its own, in turns.
 *
 * <p><b>Threads:</b> immutable.
 */
final class Protocols {
    /** The peer whose figures are those of the traditional rendezvous by writes: what the paper compares with. */
    static final String WRITE = "traditional-write";
    /** The peer whose figures are those of the traditional rendezvous by reads. */
    static final String READ = "traditional-read";
    /** The protocols that messages can take, as reports name them. */
    static final List<String> NAMES = List.of("eager", "hybrid", "send-rendezvous", "receive-rendezvous");

    private static final String SETTING = "HAWSER_MPI_PROTOCOL";

    private Protocols() {
    }

    /** Runs an experiment with every way in turn. */
    static void compare(Campaign campaign, RankExperiment experiment) throws IOException, InterruptedException {
        List<Contestant> contestants = List.of(
            new Contestant(experiment, null, Map.of(SETTING, "integrated")),
            new Contestant(experiment, WRITE, Map.of(SETTING, "write")),
            new Contestant(experiment, READ, Map.of(SETTING, "read")));
        for (int ranks : campaign.plan().ranksOr(experiment.ranks())) {
            campaign.measure(contestants, ranks);
        }
        dropUnused(campaign.samples());
    }

    /** Series that tell the share of each protocol in the messages of {@code bench}. */
    static List<Series> shares(Series bench) {
        return NAMES.stream().map(name -> bench.as(Metric.FRACTION).of(bench.bench() + "." + name)).toList();
    }

    /** Messages sent so far by each protocol, in the order of {@link #NAMES}. */
    static long[] counted() {
        ProtocolCounts counts = Environment.point().counts();
        return new long[] {counts.eager(), counts.hybrid(), counts.sendRendezvous(), counts.receiveRendezvous()};
    }

    /** Takes out the shares of protocols that no message took. */
    static void dropUnused(List<Sample> samples) {
        Set<Series> used = samples.stream().filter(sample -> sample.value() > 0).map(Sample::series)
            .collect(Collectors.toSet());
        samples.removeIf(sample -> sample.series().metric() == Metric.FRACTION && !used.contains(sample.series()));
    }
}
