package org.hawser.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;

/**
 * What we set out to reach, and whether a figure does.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Bars {
    private static final int ANY = -1;

    /** A bar on a figure of ours; {@code place} null: everywhere. */
    private record Bar(String bench, int ranks, long least, long most, Metric metric, Place place, double low,
                       double high, String text) {
        boolean isFor(BenchRecord record) {
            return record.isOurs() && record.bench().equals(bench) && (ranks == ANY || record.ranks() == ranks)
                && record.size() >= least && record.size() <= most && record.metric() == metric
                && (place == null || record.place() == place);
        }
    }

    private static final List<Bar> BARS = List.of(
        ceiling("put", 8, Metric.LATENCY, 12, "≤ 12 ns"),
        ceiling("atomic.fetch-add", 8, Metric.LATENCY, 40, "≤ 40 ns"),
        floor("get.remote", 8, 8, Metric.FRACTION, null, 1 / 1.3, "≥ 0.77 (1.3 × a load)"),
        floor("put", 64 << 10, 4 << 20, Metric.FRACTION, null, 0.9, "≥ 0.9 of a copy"),
        floor("get", 64 << 10, 4 << 20, Metric.FRACTION, null, 0.9, "≥ 0.9 of a copy"),
        floor("rma-bandwidth.put", 64 << 10, 4 << 20, Metric.FRACTION, null, 0.9, "≥ 0.9 of a copy"),
        floor("rma-bandwidth.get", 64 << 10, 4 << 20, Metric.FRACTION, null, 0.9, "≥ 0.9 of a copy"),
        floor("rate", 8, 8, Metric.RATE, Place.NEAR, 40e6, "≥ 40M/s near"),
        ceiling("barrier.growth", 0, Metric.FRACTION, 6, "≤ 6"),
        flat("memory.idle.flatness"),
        flat("memory.talking.flatness"),
        flat("memory.idle.added.flatness"),
        flat("memory.talking.added.flatness"),
        new Bar("startup", 4, 0, 0, Metric.SECONDS, null, 0, 1.2, "≤ 1.2 s"),
        new Bar("startup", 4, 0, 0, Metric.BYTES, null, 0, 65e6, "≤ 65 MB"));

    /** A message of 8 bytes may cost so much more than a bare cache line. */
    private static final double MESSAGE_OVERHEAD_NANOS = 60;
    private static final double FAR_MESSAGE_RATIO = 1.5;

    private static final Pattern WITH_THREAD = Pattern.compile("icoll\\..*\\.(thread|away)");
    private static final long LEAST_TO_HIDE = 64 << 10;
    private static final double HIDDEN = 0.8;

    private Bars() {
    }

    /** The bar for a record, with its verdict: {@code ≤ 12 ns ok}. */
    public static Optional<String> of(BenchRecord record, List<BenchRecord> all) {
        if (PgasBars.isFor(record)) {
            return record.isOurs() ? PgasBars.of(record, all) : Optional.empty();
        }
        if (TcpBars.isFor(record)) {
            return record.isOurs() ? TcpBars.of(record, all).or(() -> PeerBars.ofProtocols(record, all))
                : Optional.empty();
        }
        if (record.isOurs() && record.bench().equals("am") && record.size() == Long.BYTES) {
            return all.stream().filter(other -> "raw".equals(other.peer()) && other.isComparable(record)).findFirst()
                .map(raw -> message(record, raw));
        }
        if (record.isOurs() && record.size() >= LEAST_TO_HIDE && WITH_THREAD.matcher(record.bench()).matches()) {
            return Optional.of(verdict("≥ 0.8", record.p50() >= HIDDEN));
        }
        return BARS.stream().filter(bar -> bar.isFor(record)).findFirst().map(bar -> verdict(bar.text(),
            record.p50() >= bar.low() && record.p50() <= bar.high()) + machineOwn(record, all))
            .or(() -> record.isOurs() ? PeerBars.of(record, all) : Optional.empty());
    }

    /** What the machine itself does, where the same figure was taken of it in the same place. */
    private static String machineOwn(BenchRecord record, List<BenchRecord> all) {
        return all.stream().filter(other -> other.bench().equals(record.bench() + ".raw")
                && other.place() == record.place() && other.ranks() == record.ranks()
                && other.metric() == record.metric()).findFirst()
            .map(raw -> ", the machine's own " + Figures.figure(raw.metric(), raw.p50())).orElse("");
    }

    private static String message(BenchRecord record, BenchRecord raw) {
        if (record.place() == Place.FAR) {
            return verdict(String.format(Locale.ROOT, "≤ 1.5 × raw = %.0f ns", FAR_MESSAGE_RATIO * raw.p50()),
                record.p50() <= FAR_MESSAGE_RATIO * raw.p50());
        }
        return verdict(String.format(Locale.ROOT, "≤ raw + 60 = %.0f ns", raw.p50() + MESSAGE_OVERHEAD_NANOS),
            record.p50() <= raw.p50() + MESSAGE_OVERHEAD_NANOS);
    }

    /** A bar's text and whether it is reached. */
    static String verdict(String text, boolean isReached) {
        return text + (isReached ? "  ok" : "  MISSED");
    }

    private static Bar ceiling(String bench, long size, Metric metric, double value, String text) {
        return new Bar(bench, ANY, size, size, metric, null, 0, value, text);
    }

    private static Bar flat(String bench) {
        return new Bar(bench, ANY, 0, 0, Metric.FRACTION, null, 0.95, 1.05, "0.95 to 1.05");
    }

    private static Bar floor(String bench, long least, long most, Metric metric, Place place, double value,
                             String text) {
        return new Bar(bench, ANY, least, most, metric, place, value, Double.MAX_VALUE, text);
    }
}
