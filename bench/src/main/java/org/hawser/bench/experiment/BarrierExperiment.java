package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.hawser.bench.lab.Timing;
import org.hawser.runtime.Rank;

/**
 * Barriers one after the other, of few and of many ranks. {@code barrier.growth} is the time of 16 ranks by that of 4:
 * on a machine with fewer cores it tells whether waiting ranks get out of each other's way. Where ranks share cores,
 * {@code barrier.raw} and {@code barrier.growth.raw} are the same for a {@link RawBarrier} of the same ranks, taken in
 * the same rounds: what the machine itself needs to run them all.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class BarrierExperiment extends RankExperiment {
    static final String NAME = "barrier";

    private static final String RAW = NAME + ".raw";
    private static final String GROWTH = NAME + ".growth";
    private static final String RAW_GROWTH = GROWTH + ".raw";
    private static final int FEW = 4;
    private static final int MANY = 16;
    /** Jobs that never saw the same place are run again so often. */
    private static final int MOST_AGAIN = 2;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "a barrier of 2, 4, 8 and 16 ranks, and how it grows";
    }

    @Override
    public boolean isForConnections() {
        return false;
    }

    @Override
    List<Integer> ranks() {
        return List.of(2, FEW, 8, MANY);
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        super.run(campaign);
        if (!campaign.plan().ranksOr(ranks()).containsAll(List.of(FEW, MANY))) {
            return;
        }
        List<Sample> growth = growth(campaign.samples(), NAME, GROWTH);
        for (int again = 0; growth.isEmpty() && again < MOST_AGAIN; again++) {
            campaign.measure(List.of(Contestant.of(this)), FEW);
            campaign.measure(List.of(Contestant.of(this)), MANY);
            growth = growth(campaign.samples(), NAME, GROWTH);
        }
        campaign.samples().addAll(growth);
        campaign.samples().addAll(growth(campaign.samples(), RAW, RAW_GROWTH));
    }

    /** Samples of many ranks by samples of few, pair by pair, where both saw the cores in the same place. */
    static List<Sample> growth(List<Sample> samples, String bench, String growthBench) {
        List<Sample> growth = new ArrayList<>();
        for (Place place : Place.values()) {
            List<Sample> few = of(samples, bench, FEW, place);
            List<Sample> many = of(samples, bench, MANY, place);
            for (int i = 0; i < Math.min(few.size(), many.size()); i++) {
                Series series = new Series(growthBench, many.get(i).series().provider(), MANY, 0,
                    Metric.FRACTION, null);
                growth.add(new Sample(series, many.get(i).bracket(), many.get(i).value() / few.get(i).value()));
            }
        }
        return growth;
    }

    @Override
    List<Measurement> prepare(Lab lab) {
        Rank rank = lab.rank();
        Operation barriers = count -> {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                rank.barrier();
            }
            return System.nanoTime() - start;
        };
        Timing ours = Timing.of(barriers, lab.series(NAME, 0, Metric.LATENCY));
        if (!lab.sharesCores()) {
            return List.of(ours);
        }
        RawBarrier raw = new RawBarrier(Lab.map(rank.symmetric(RawBarrier.BYTES).at(0)), rank.size());
        return List.of(ours, Timing.of(raw::run, new Series(RAW, lab.task().threads() ? "raw/threads" : "raw",
            rank.size(), 0, Metric.LATENCY, null)));
    }

    private static List<Sample> of(List<Sample> samples, String bench, int ranks, Place place) {
        return samples.stream().filter(sample -> sample.series().bench().equals(bench)
            && sample.series().ranks() == ranks && sample.series().peer() == null
            && Place.of(sample.bracket()) == place).toList();
    }
}
