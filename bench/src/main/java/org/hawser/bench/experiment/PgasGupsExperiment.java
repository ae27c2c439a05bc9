package org.hawser.bench.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Series;
import org.hawser.bench.lab.Timing;
import org.hawser.bench.pgas.SharedTable;
import org.hawser.bench.pgas.SharedTable.Way;
import org.hawser.bench.report.PgasGupsTable;
import org.hawser.pgas.Pgas;

/**
 * The HPC Challenge's RandomAccess on a shared array, in the ways of {@link SharedTable}: updates per second of all
 * threads together. The size is that of each thread's part of the table. Each way is also verified, in every round: the
 * share of words that are wrong after updates were undone.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class PgasGupsExperiment extends PgasExperiment {
    private static final List<Long> SIZES = List.of(4L << 20);
    private static final int BATCHES_VERIFIED = 8;

    @Override
    public String name() {
        return PgasGupsTable.NAME;
    }

    @Override
    public String summary() {
        return "PGAS: RandomAccess, random updates of a shared array, by atomics, get-modify-put, buckets, sent code";
    }

    @Override
    List<String> words() {
        return Arrays.stream(Way.values()).map(Way::word).toList();
    }

    @Override
    List<Integer> ranks() {
        return List.of(2, 4);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    List<Measurement> prepare(Lab lab, Pgas pgas) {
        List<Measurement> all = new ArrayList<>();
        for (long size : lab.task().sizesOr(SIZES)) {
            SharedTable table = new SharedTable(pgas, size);
            for (Way way : Way.values()) {
                if (lab.task().has(way.word())) {
                    all.add(Timing.ofMany(timed(count -> {
                        table.update(way, count);
                        pgas.barrier();
                    }), SharedTable.BATCH * pgas.threads(), series(lab, way.word(), size, Metric.RATE)));
                    all.add(new Verification(table, way,
                        series(lab, way.word() + PgasGupsTable.ERRORS, size, Metric.FRACTION)));
                }
            }
        }
        return all;
    }

    @Override
    public List<String> conclusions(List<BenchRecord> records) {
        return PgasGupsTable.of(records);
    }

    @Override
    public boolean isRight(List<BenchRecord> records) {
        return PgasGupsTable.isRight(records);
    }

    /** The share of words that are wrong after some updates. */
    private record Verification(SharedTable table, Way way, Series errors) implements Measurement {
        @Override
        public List<Series> series() {
            return List.of(errors);
        }

        @Override
        public double[] sample(int count) {
            return new double[] {table.shareWrong(way, BATCHES_VERIFIED)};
        }
    }
}
