package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;

/**
 * What a job pays for something that begins in its middle: how much longer the same takes after it than before, and
 * from then on with it than without, sample by sample; one figure of each for each job. Jobs differ from each other, by
 * where their memory lies and how they were compiled, by more than what is looked for; a job differs less from itself,
 * and least from one moment to the next.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
final class IdleCosts {
    /** What a cost is a figure of, behind its bench. */
    static final String SUFFIX = ".cost";
    /** The same of a cost by turns. */
    static final String TURNS = ".turns";

    /** Jobs of each kind, below which nothing is said of how sure a figure is: drawing from few promises too much. */
    private static final int FEWEST = 12;
    private static final int DRAWS = 10_000;

    /** By series, ours and the other's. */
    private final Map<Series, List<Double>> costs = new LinkedHashMap<>();

    /** Takes the samples of a job: {@code before} is the peer of those before the middle, {@code after} of the rest. */
    void take(List<Sample> samples, String before, String after) {
        samples.stream().map(Sample::series).filter(series -> before.equals(series.peer())).distinct().forEach(series ->
            add(series.by(after), median(samples, series::equals), median(samples, series.by(after)::equals)));
    }

    /** Takes the turns of a job: {@code off} is the peer of samples without it, {@code on} of those with it. */
    void takeTurns(List<Sample> samples, String off, String on) {
        samples.stream().map(Sample::series).filter(series -> off.equals(series.peer())).distinct().forEach(series ->
            addTurns(series.by(on), values(samples, series::equals), values(samples, series.by(on)::equals)));
    }

    /** Adds the cost by turns of a job: the middle one of what each two samples show that are neighbours. */
    void addTurns(Series series, double[] off, double[] on) {
        double[] ratios = new double[Math.min(off.length, on.length)];
        Arrays.setAll(ratios, i -> series.metric() == Metric.BANDWIDTH ? off[i] / on[i] : on[i] / off[i]);
        add(series.as(Metric.FRACTION).of(series.bench() + TURNS), median(ratios));
    }

    /** Adds the cost of a job, from figures of a series before the middle and after it. */
    void add(Series series, double before, double after) {
        Series cost = series.as(Metric.FRACTION).of(series.bench() + SUFFIX);
        add(cost, series.metric() == Metric.BANDWIDTH ? before / after : after / before);
    }

    private void add(Series cost, double value) {
        if (Double.isFinite(value)) {
            costs.computeIfAbsent(cost, key -> new ArrayList<>()).add(value);
        }
    }

    /** Hands all over, as seen in one place: the two sides of a comparison within a job were mostly in the same. */
    void addTo(Campaign campaign) throws IOException, InterruptedException {
        for (Map.Entry<Series, List<Double>> one : costs.entrySet()) {
            campaign.add(one.getKey(), array(one.getValue()));
        }
        for (Series control : costs.keySet()) {
            List<Double> ours = control.peer() == null ? null : costs.get(control.by(null));
            if (ours != null) {
                campaign.note(certainty(control, array(ours), array(costs.get(control))));
            }
        }
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static String certainty(Series series, double[] ours, double[] others) {
        String what = series.bench() + (series.size() > 0 ? ", " + series.size() + " B" : "") + ": "
            + ours.length + " jobs with it by " + others.length + " without: ";
        if (Math.min(ours.length, others.length) < FEWEST) {
            return what + "too few to say how sure that is, which takes " + FEWEST + " of each";
        }
        double[] range = range(ours, others);
        return String.format(Locale.ROOT, "%s%.3f ×, 95 %% sure within %.3f and %.3f", what,
            median(ours) / median(others), range[0], range[1]);
    }

    /**
     * Where the ratio of two medians is with 95 % certainty, by drawing as many jobs again from those that there are,
     * with repetition, and looking how far the ratio moves. Always draws the same.
     */
    static double[] range(double[] ours, double[] others) {
        Random random = new Random(1);
        double[] ratios = new double[DRAWS];
        Arrays.setAll(ratios, i -> median(drawn(ours, random)) / median(drawn(others, random)));
        Arrays.sort(ratios);
        return new double[] {ratios[DRAWS / 40], ratios[DRAWS - 1 - DRAWS / 40]};
    }

    private static double[] drawn(double[] from, Random random) {
        double[] some = new double[from.length];
        Arrays.setAll(some, i -> from[random.nextInt(from.length)]);
        return some;
    }

    private static double median(List<Sample> samples, Predicate<Series> which) {
        return median(values(samples, which));
    }

    private static double[] values(List<Sample> samples, Predicate<Series> which) {
        return samples.stream().filter(sample -> which.test(sample.series())).mapToDouble(Sample::value).toArray();
    }

    /** The middle one, or NaN of none. */
    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length == 0 ? Double.NaN
            : sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
