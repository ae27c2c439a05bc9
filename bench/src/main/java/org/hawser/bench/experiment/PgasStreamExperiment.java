package org.hawser.bench.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Pair;
import org.hawser.bench.lab.Series;
import org.hawser.bench.pgas.SharedTriad;
import org.hawser.bench.pgas.SharedTriad.Way;
import org.hawser.pgas.Pgas;

/**
 * The triad of STREAM on shared arrays, in the ways of {@link SharedTriad}, each in turns with the same loop on arrays
 * of the Java heap: bytes that a thread reads and writes in a second, while all are at it. The size is that of each
 * thread's part of an array. Each way is also verified, in every round.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class PgasStreamExperiment extends PgasExperiment {
    static final String NAME = "pgas-stream";
    /** After the bench of a way: its share of wrong elements. */
    static final String ERRORS = ".errors";

    /** Those of the first stay in a cache, those of the second in none. */
    private static final List<Long> SIZES = List.of(64L << 10, 16L << 20);
    /** The peer that is not shared. */
    private static final String PLAIN = "double[]";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "PGAS: STREAM triad on the threads' parts of shared arrays, by segment, element, forAll; and double[]";
    }

    @Override
    List<String> words() {
        return shared().stream().map(Way::word).toList();
    }

    private static List<Way> shared() {
        return Arrays.stream(Way.values()).filter(way -> way != Way.PLAIN).toList();
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    List<Measurement> prepare(Lab lab, Pgas pgas) {
        List<Measurement> all = new ArrayList<>();
        for (long size : lab.task().sizesOr(SIZES)) {
            SharedTriad triad = new SharedTriad(pgas, size);
            for (Way way : shared()) {
                if (lab.task().has(way.word())) {
                    Series series = series(lab, way.word(), SharedTriad.ARRAYS * size, Metric.BANDWIDTH);
                    all.add(new Pair(series, run(triad, way), PLAIN, run(triad, Way.PLAIN)));
                    all.add(new Verification(triad, way,
                        series.as(Metric.FRACTION).of(series.bench() + ERRORS)));
                }
            }
        }
        return all;
    }

    private static Operation run(SharedTriad triad, Way way) {
        return timed(count -> triad.run(way, count));
    }

    @Override
    public boolean isRight(List<BenchRecord> records) {
        return records.stream().filter(record -> record.bench().startsWith(NAME) && record.bench().endsWith(ERRORS))
            .allMatch(record -> record.p90() == 0);
    }

    /** The share of this thread's elements that are wrong after a run. */
    private record Verification(SharedTriad triad, Way way, Series errors) implements Measurement {
        @Override
        public List<Series> series() {
            return List.of(errors);
        }

        @Override
        public double[] sample(int count) {
            return new double[] {triad.shareWrong(way)};
        }
    }
}
