package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.DoubleHistogram;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;

/**
 * Sums samples up: percentiles per series and place, and ratios between ours and a peer's of the same place.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class Statistics {
    private static final int DIGITS = 3;
    /** Widest to smallest figure of one series. */
    private static final long RANGE = 1L << 40;

    private Statistics() {
    }

    /** One record per series and place: series in the order in which they first came, places, then peers after ours. */
    public static List<BenchRecord> of(List<Sample> samples) {
        Map<Key, DoubleHistogram> histograms = new LinkedHashMap<>();
        for (Sample sample : samples) {
            if (isFigure(sample)) {
                histograms.computeIfAbsent(new Key(sample.series(), Place.of(sample.bracket())),
                    key -> new DoubleHistogram(RANGE, DIGITS)).recordValue(sample.value());
            }
        }
        List<Series> order = histograms.keySet().stream().map(key -> key.series().by(null)).distinct().toList();
        List<Key> keys = new ArrayList<>(histograms.keySet());
        keys.sort(Comparator.comparingInt((Key key) -> order.indexOf(key.series().by(null))).thenComparing(Key::place)
            .thenComparing(key -> key.series().peer(), Comparator.nullsFirst(Comparator.naturalOrder())));
        return keys.stream().map(key -> record(key, histograms.get(key), ours(key, histograms))).toList();
    }

    /** How many of the samples were taken in each place. */
    public static Map<Place, Long> places(List<Sample> samples) {
        Map<Place, Long> counts = new LinkedHashMap<>();
        for (Place place : Place.values()) {
            long count = samples.stream().filter(sample -> Place.of(sample.bracket()) == place).count();
            if (count > 0) {
                counts.put(place, count);
            }
        }
        return counts;
    }

    /** Nothing takes no time; but a share may be nothing. */
    private static boolean isFigure(Sample sample) {
        return Double.isFinite(sample.value())
            && (sample.value() > 0 || sample.value() == 0 && sample.series().metric() == Metric.FRACTION);
    }

    private static DoubleHistogram ours(Key key, Map<Key, DoubleHistogram> histograms) {
        return histograms.get(new Key(key.series().by(null), key.place()));
    }

    private static BenchRecord record(Key key, DoubleHistogram histogram, DoubleHistogram ours) {
        Series series = key.series();
        double median = histogram.getValueAtPercentile(50);
        Double ratio = series.peer() == null || ours == null ? null : ours.getValueAtPercentile(50) / median;
        return new BenchRecord(series.bench(), series.provider(), series.ranks(), series.size(), key.place(),
            series.metric(), series.metric().unit(), histogram.getValueAtPercentile(10), median,
            histogram.getValueAtPercentile(90), series.peer(), ratio);
    }

    private record Key(Series series, Place place) {
    }
}
