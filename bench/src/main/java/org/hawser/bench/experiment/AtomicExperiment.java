package org.hawser.bench.experiment;

import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Timing;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/**
 * Atomics on a word of rank 1: by rank 0 alone, and ({@code .contended}) by all ranks on the same word at once.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class AtomicExperiment extends RankExperiment {
    private static final long ALONE = 0;
    private static final long TOGETHER = 128;
    private static final long BYTES = 256;

    @Override
    public String name() {
        return "atomic";
    }

    @Override
    public String summary() {
        return "fetch-add and compare-swap of 8 B, alone and contended";
    }

    @Override
    List<Measurement> prepare(Lab lab) {
        Rank rank = lab.rank();
        Symmetric pieces = rank.symmetric(BYTES);
        RemoteRegion there = pieces.at(1);
        Operation idle = count -> 0;
        return List.of(
            timing(lab, "atomic.fetch-add", lab.leads() ? fetchAdds(rank, there, ALONE) : idle),
            timing(lab, "atomic.compare-swap", lab.leads() ? compareSwaps(rank, there, ALONE) : idle),
            timing(lab, "atomic.fetch-add.contended", fetchAdds(rank, there, TOGETHER)),
            timing(lab, "atomic.compare-swap.contended", compareSwaps(rank, there, TOGETHER)));
    }

    private static Measurement timing(Lab lab, String bench, Operation operation) {
        return Timing.of(operation, lab.series(bench, Long.BYTES, Metric.LATENCY));
    }

    private static Operation fetchAdds(Rank rank, RemoteRegion there, long offset) {
        return count -> {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                rank.fetchAdd(there, offset, 1);
            }
            return System.nanoTime() - start;
        };
    }

    /** Each try expects what the one before it found or wrote; under contention some fail, as they do in use. */
    private static Operation compareSwaps(Rank rank, RemoteRegion there, long offset) {
        return count -> {
            long start = System.nanoTime();
            long expected = rank.get(there, offset);
            for (int i = 0; i < count; i++) {
                long found = rank.compareSwap(there, offset, expected, expected + 1);
                expected = found == expected ? expected + 1 : found;
            }
            return System.nanoTime() - start;
        };
    }
}
