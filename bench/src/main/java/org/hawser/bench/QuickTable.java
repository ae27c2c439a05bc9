package org.hawser.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.hawser.bench.experiment.Experiments;
import org.hawser.bench.experiment.Plan;
import org.hawser.bench.experiment.Campaign;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.report.Statistics;

/**
 * What the fabric does on this machine, next to the machine's own limits, in seconds instead of minutes.
 *
 * <p><b>Threads:</b> any, one at a time: two measurements at once disturb each other.
 */
public final class QuickTable {
    private record Part(String experiment, List<Long> sizes) {
    }

    private static final List<Part> PARTS = List.of(
        new Part("raw", List.of(64L << 10, 1L << 20)), new Part("am", List.of(8L)), new Part("rate", List.of()),
        new Part("put", List.of(8L, 64L << 10, 1L << 20)), new Part("get", List.of(8L, 1L << 20)),
        new Part("atomic", List.of()), new Part("barrier", List.of()), new Part("latency.runtime", List.of(8L)),
        new Part("bandwidth.runtime", List.of(1L << 20)));
    /** What the starts and warm-ups take in any case. */
    private static final int LEAST_SECONDS = 8;
    private static final int LEAST_ROUNDS = 5;
    private static final int MOST_ROUNDS = 40;

    private QuickTable() {
    }

    /**
     * Measures latency, bandwidth, rate, atomics and a barrier of two ranks, MPI between them, and the raw limits of
     * the machine.
     *
     * @param budget   how long it may take, roughly; below a few seconds it measures less well, not less
     * @param progress told what is being measured, in a few words; on any thread, one at a time
     * @return records of every place that was seen
     * @throws UncheckedIOException when a job cannot be started, or fails
     */
    public static List<BenchRecord> measure(Duration budget, Consumer<String> progress) {
        long spare = budget.toSeconds() - LEAST_SECONDS;
        int rounds = Math.clamp(LEAST_ROUNDS + 2 * spare, LEAST_ROUNDS, MOST_ROUNDS);
        List<Sample> samples = new ArrayList<>();
        for (Part part : PARTS) {
            Campaign campaign = new Campaign(Plan.of(2, part.sizes(), rounds), progress);
            try {
                Experiments.single(part.experiment()).orElseThrow().run(campaign);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
            samples.addAll(campaign.samples());
        }
        return Statistics.of(samples);
    }
}
