package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.hawser.bench.lab.Timing;
import org.hawser.runtime.Rank;

/**
 * Barriers one after the other, of few and of many ranks. {@code barrier.growth} is the time of 16 ranks by that of 4:
 * on a machine with fewer cores it tells whether waiting ranks get out of each other's way.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class BarrierExperiment extends RankExperiment {
    private static final int FEW = 4;
    private static final int MANY = 16;

    @Override
    public String name() {
        return "barrier";
    }

    @Override
    public String summary() {
        return "a barrier of 2, 4, 8 and 16 ranks, and how it grows";
    }

    @Override
    List<Integer> ranks() {
        return List.of(2, FEW, 8, MANY);
    }

    @Override
    public void run(Session session) throws IOException, InterruptedException {
        super.run(session);
        List<Sample> few = of(session, FEW);
        List<Sample> many = of(session, MANY);
        List<Sample> growth = new ArrayList<>();
        for (int i = 0; i < Math.min(few.size(), many.size()); i++) {
            Series series = many.get(i).series();
            growth.add(new Sample(new Series("barrier.growth", series.provider(), MANY, 0, Metric.FRACTION, null),
                many.get(i).bracket(), many.get(i).value() / few.get(i).value()));
        }
        session.samples().addAll(growth);
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
        return List.of(Timing.of(barriers, lab.series(name(), 0, Metric.LATENCY)));
    }

    private static List<Sample> of(Session session, int ranks) {
        return session.samples().stream().filter(sample -> sample.series().bench().equals("barrier")
            && sample.series().ranks() == ranks && sample.series().peer() == null).toList();
    }
}
