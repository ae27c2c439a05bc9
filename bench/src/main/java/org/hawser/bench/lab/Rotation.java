package org.hawser.bench.lab;

import java.util.List;

/**
 * Several operations that do the same in different ways, in turns within one sample: round and back again, so that all
 * meet the same machine, the same job and the same state of the compiler. Each sample begins with another one, as the
 * first finds cold caches; and each turn is preceded by one that is not counted, as what another way left in the caches
 * is not its own. Gives a figure for each.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
public final class Rotation implements Measurement {
    /** How much longer a turn is than a sample's count says: turns of one operation or two are too short to compare. */
    private static final int LONGER = 4;

    private final List<Series> series;
    private final List<Operation> operations;
    private final int hops;
    private int samples;

    /**
     * A rotation.
     *
     * @param series     what each figure is, by operation
     * @param operations the ways, in this order
     * @param hops       messages that one operation moves
     */
    public Rotation(List<Series> series, List<Operation> operations, int hops) {
        this.series = List.copyOf(series);
        this.operations = List.copyOf(operations);
        this.hops = hops;
    }

    @Override
    public List<Series> series() {
        return series;
    }

    @Override
    public double[] sample(int count) {
        int ways = operations.size();
        double[] nanos = new double[ways];
        for (int i = 0; i < 2 * ways; i++) {
            int way = (samples + (i < ways ? i : 2 * ways - 1 - i)) % ways;
            operations.get(way).run(LONGER * count);
            nanos[way] += operations.get(way).run(LONGER * count);
        }
        samples++;
        double[] figures = new double[ways];
        for (int way = 0; way < ways; way++) {
            figures[way] = Timing.figure(series.get(way), 2 * LONGER * count, hops, nanos[way]);
        }
        return figures;
    }
}
