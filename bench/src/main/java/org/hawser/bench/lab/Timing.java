package org.hawser.bench.lab;

import java.util.List;

/**
 * Figures that follow from the time of an operation.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
public final class Timing implements Measurement {
    private final List<Series> series;
    private final Operation operation;
    private final int hops;
    private final boolean isMessage;

    private Timing(List<Series> series, Operation operation, int hops, boolean isMessage) {
        this.series = series;
        this.operation = operation;
        this.hops = hops;
        this.isMessage = isMessage;
    }

    /** An operation of rank 0, or of all ranks together. */
    public static Timing of(Operation operation, Series... series) {
        return new Timing(List.of(series), operation, 1, false);
    }

    /** An operation that moves {@code messages} messages: the bandwidth or rate of all of them. */
    public static Timing ofMany(Operation operation, int messages, Series... series) {
        return new Timing(List.of(series), operation, messages, false);
    }

    /** There and back: the latency is half of it. */
    public static Timing roundTrip(Operation operation, Series... series) {
        return new Timing(List.of(series), operation, 2, true);
    }

    @Override
    public List<Series> series() {
        return series;
    }

    @Override
    public double[] sample(int count) {
        long nanos = operation.run(count);
        return series.stream().mapToDouble(one -> figure(one, count, hops, nanos)).toArray();
    }

    @Override
    public boolean isMessage() {
        return isMessage;
    }

    static double figure(Series series, int count, int hops, double nanos) {
        return switch (series.metric()) {
            case LATENCY -> nanos / count / hops;
            // 10^6 bytes in a second: 10^3 bytes in a microsecond.
            case BANDWIDTH -> series.size() * (double) count * hops * 1e3 / nanos;
            case RATE -> count * (double) hops * 1e9 / nanos;
            case SECONDS -> nanos / 1e9 / count;
            case BYTES, FRACTION -> throw new IllegalArgumentException("not a figure of time: metric="
                + series.metric());
        };
    }
}
