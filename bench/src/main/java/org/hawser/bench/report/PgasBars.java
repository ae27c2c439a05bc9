package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.hawser.bench.peer.Peers;

/**
 * What we set out to reach in the partitioned global address space: plain figures where ranks share memory, and ratios
 * to what was measured in the same run.
 *
 * <p><b>Threads:</b> immutable.
 */
final class PgasBars {
    private static final String PREFIX = "pgas-";
    private static final String ACTIVE_MESSAGE = "pgas-latency.am";
    /** What is a smaller part of the other's than this reads better as one by so many. */
    private static final double MANY = 0.1;

    /** A bar on a figure of ours where ranks share memory; {@code size} 0: of any. */
    private record Bar(Pattern bench, long size, Metric metric, double low, double high, String text) {
        boolean isFor(BenchRecord record) {
            return record.metric() == metric && (size == 0 || record.size() == size)
                && bench.matcher(record.bench()).matches();
        }
    }

    /** A bar on ours by a peer's; {@code peer} null: the best library's. Of bandwidths the least, else the most. */
    private record Ratio(Pattern bench, long size, Metric metric, String peer, boolean tcp, double value) {
        boolean isFor(BenchRecord record) {
            return record.metric() == metric && (size == 0 || record.size() == size)
                && (!tcp || TcpBars.isFor(record)) && bench.matcher(record.bench()).matches();
        }

        boolean isAgainst(String other) {
            return peer == null ? Peers.isLibrary(other) : peer.equals(other);
        }
    }

    private static final List<Bar> BARS = List.of(
        ceiling("pgas-latency\\.(put|get)", Long.BYTES, 15, "≤ 15 ns, aim 8"),
        ceiling("pgas-latency\\.(element|cyclic)-(get|put)", Integer.BYTES, 10, "≤ 10 ns"),
        new Bar(Pattern.compile("pgas-bandwidth\\..*"), 0, Metric.FRACTION, 0.9, Double.MAX_VALUE, "≥ 0.9 of a copy"),
        new Bar(Pattern.compile("pgas-memory\\..*flatness"), 0, Metric.FRACTION, 0.98, 1.02, "0.98 to 1.02"));

    /** Of a signal where a cache line's way leaves room for it. */
    private static final Bar SIGNAL = ceiling("pgas-latency\\.signal", Long.BYTES, 128, "≤ 128 ns");

    private static final List<Ratio> RATIOS = List.of(
        new Ratio(Pattern.compile("pgas-latency\\.(put|get)"), Long.BYTES, Metric.LATENCY, null, false, 0.3),
        new Ratio(Pattern.compile("pgas-latency\\.(put|get)"), 0, Metric.LATENCY, "runtime", true, 1.05),
        new Ratio(Pattern.compile("pgas-loop\\..*"), 0, Metric.LATENCY, "double[]", false, 1.1),
        new Ratio(Pattern.compile("pgas-idle\\..*\\.(cost|turns)"), 0, Metric.FRACTION, "without", false, 1.01),
        new Ratio(Pattern.compile("pgas-pcj\\..*"), 0, Metric.LATENCY, "pcj", false, 0.1));

    private PgasBars() {
    }

    /** True for a record of an experiment on the partitioned global address space. */
    static boolean isFor(BenchRecord record) {
        return record.bench().startsWith(PREFIX);
    }

    /** The bars for a record of ours, with their verdicts; nothing when there is none. */
    static Optional<String> of(BenchRecord record, List<BenchRecord> all) {
        List<String> verdicts = new ArrayList<>();
        if (!TcpBars.isFor(record)) {
            BARS.stream().filter(bar -> bar.isFor(record)).forEach(bar -> verdicts.add(verdict(bar, record)));
            if (SIGNAL.isFor(record)) {
                addSignal(verdicts, record, all);
            }
        }
        RATIOS.stream().filter(ratio -> ratio.isFor(record)).forEach(ratio -> PeerBars.best(record, all,
            ratio::isAgainst).ifPresent(other -> verdicts.add(verdict(ratio, record, other))));
        return verdicts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", verdicts));
    }

    /** Against the runtime's short message in the same place. */
    private static void addSignal(List<String> verdicts, BenchRecord record, List<BenchRecord> all) {
        if (record.place() != Place.FAR) {
            verdicts.add(verdict(SIGNAL, record));
        }
        all.stream().filter(other -> other.isOurs() && other.bench().equals(ACTIVE_MESSAGE)
                && other.place() == record.place() && other.ranks() == record.ranks()).findFirst()
            .ifPresent(other -> verdicts.add(Bars.verdict(String.format(Locale.ROOT, "%.2f × am, ≤ 1",
                record.p50() / other.p50()), record.p50() <= other.p50())));
    }

    private static String verdict(Bar bar, BenchRecord record) {
        return Bars.verdict(bar.text(), record.p50() >= bar.low() && record.p50() <= bar.high());
    }

    private static String verdict(Ratio bar, BenchRecord record, BenchRecord other) {
        double ratio = record.p50() / other.p50();
        boolean isFloor = record.metric() == Metric.BANDWIDTH;
        String times = ratio < MANY ? String.format(Locale.ROOT, "1/%.0f", 1 / ratio)
            : String.format(Locale.ROOT, "%.3f", ratio);
        return Bars.verdict(String.format(Locale.ROOT, "%s × %s, %s %.2f", times, other.peer(), isFloor ? "≥" : "≤",
            bar.value()), isFloor ? ratio >= bar.value() : ratio <= bar.value());
    }

    private static Bar ceiling(String bench, long size, double value, String text) {
        return new Bar(Pattern.compile(bench), size, Metric.LATENCY, 0, value, text);
    }
}
