package org.hawser.bench.lab;

import java.util.List;
import org.hawser.bench.Metric;

/**
 * An operation of ours and the one that sets its limit, in turns within one sample (ours, theirs, theirs, ours), so
 * that both meet the same machine. Before them ours runs once more and is not counted: what comes first after a look at
 * the cores finds cold caches and a peer that wakes up, and each then follows itself once and the other once. Gives our
 * figure, the limit's, and, where that is wanted, the share of the limit that we reach.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
public final class Pair implements Measurement {
    private final List<Series> series;
    private final Operation ours;
    private final Operation limit;

    /**
     * A pair.
     *
     * @param series what is measured of ours: a latency or a bandwidth
     * @param ours   our operation
     * @param name   what the limit is called in reports
     * @param limit  the operation that does the same without us
     */
    public Pair(Series series, Operation ours, String name, Operation limit) {
        this(List.of(series, series.by(name), series.as(Metric.FRACTION)), ours, limit);
    }

    private Pair(List<Series> series, Operation ours, Operation limit) {
        this.series = series;
        this.ours = ours;
        this.limit = limit;
    }

    /** The two figures without the share; parameters as in the constructor. */
    public static Pair withoutShare(Series series, Operation ours, String name, Operation limit) {
        return new Pair(List.of(series, series.by(name)), ours, limit);
    }

    @Override
    public List<Series> series() {
        return series;
    }

    @Override
    public double[] sample(int count) {
        ours.run(count);
        double mine = ours.run(count);
        double theirs = limit.run(count);
        theirs += limit.run(count);
        mine += ours.run(count);
        double first = Timing.figure(series.get(0), 2 * count, 1, mine);
        double second = Timing.figure(series.get(1), 2 * count, 1, theirs);
        // How near to the limit: 1 is as fast. Of times, theirs by ours; of speeds, ours by theirs.
        return series.size() == 2 ? new double[] {first, second} : new double[] {first, second, theirs / mine};
    }
}
