package org.hawser.bench.experiment;

import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Timing;
import org.hawser.runtime.ActiveMessages;
import org.hawser.runtime.Rank;

/**
 * Short active messages in one direction, as many as go: from the first send to the answer to the last.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RateExperiment extends RankExperiment {
    private static final int DATA = 1;

    @Override
    public String name() {
        return "rate";
    }

    @Override
    public String summary() {
        return "8 B active messages in one direction";
    }

    @Override
    List<Measurement> prepare(Lab lab) {
        Arrivals arrivals = new Arrivals();
        lab.rank().messages().register(DATA, arrivals);
        lab.rank().barrier();
        return List.of(Timing.of(flood(lab.rank(), arrivals), lab.series(name(), Long.BYTES, Metric.RATE)));
    }

    private static Operation flood(Rank rank, Arrivals arrivals) {
        ActiveMessages messages = rank.messages();
        return switch (rank.number()) {
            case 0 -> count -> {
                long start = System.nanoTime();
                for (int i = 0; i < count; i++) {
                    messages.send(1, DATA, i);
                }
                arrivals.await(rank, 1);
                return System.nanoTime() - start;
            };
            case 1 -> count -> {
                arrivals.await(rank, count);
                messages.send(0, DATA, 0);
                return 0;
            };
            default -> count -> 0;
        };
    }
}
