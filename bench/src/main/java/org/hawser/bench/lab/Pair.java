package org.hawser.bench.lab;

import java.util.List;
import org.hawser.bench.Metric;

/**
 * An operation of ours and the one that sets its limit, in turns within one sample (ours, theirs, theirs, ours), so
 * that both meet the same machine. Gives our figure, the limit's, and the share of the limit that we reach.
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
        this.series = List.of(series, series.by(name), series.as(Metric.FRACTION));
        this.ours = ours;
        this.limit = limit;
    }

    @Override
    public List<Series> series() {
        return series;
    }

    @Override
    public double[] sample(int count) {
        double mine = ours.run(count);
        double theirs = limit.run(count);
        theirs += limit.run(count);
        mine += ours.run(count);
        return new double[] {
            Timing.figure(series.get(0), 2 * count, 1, mine),
            Timing.figure(series.get(1), 2 * count, 1, theirs),
            // How near to the limit: 1 is as fast. Of times, theirs by ours; of speeds, ours by theirs.
            theirs / mine,
        };
    }
}
