package org.hawser.bench.experiment;

import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Series;

/**
 * A measurement that also tells by which protocols rank 0's messages went.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
final class CountedMessages implements Measurement {
    private final Measurement measured;
    private final List<Series> series = new ArrayList<>();
    private final long[] total = new long[Protocols.NAMES.size()];

    /** Of what {@code measured} sends. */
    CountedMessages(Measurement measured) {
        this.measured = measured;
        series.addAll(measured.series());
        series.addAll(Protocols.shares(measured.series().getFirst()));
    }

    @Override
    public List<Series> series() {
        return series;
    }

    @Override
    public boolean isMessage() {
        return measured.isMessage();
    }

    @Override
    public double[] sample(int count) {
        long[] before = Protocols.counted();
        double[] figures = measured.sample(count);
        long[] after = Protocols.counted();
        double all = 0;
        for (int i = 0; i < total.length; i++) {
            after[i] -= before[i];
            total[i] += after[i];
            all += after[i];
        }
        double[] values = new double[figures.length + total.length];
        System.arraycopy(figures, 0, values, 0, figures.length);
        for (int i = 0; i < total.length; i++) {
            values[figures.length + i] = after[i] / Math.max(1, all);
        }
        return values;
    }

    /** Lines for a {@link Tally}: how many messages each protocol carried, warm-up included. */
    List<String> counts() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < total.length; i++) {
            if (total[i] > 0) {
                lines.add(Tally.line(series.getFirst().bench(), series.getFirst().size(), Protocols.NAMES.get(i),
                    total[i]));
            }
        }
        return lines;
    }
}
