package org.hawser.bench.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.peer.Peers;

/**
 * What we set out to reach against others: the best library in C at the same size and place, the traditional
 * rendezvous, the computation alone.
 *
 * <p><b>Threads:</b> immutable.
 */
final class PeerBars {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    /** Ours by the best library's; {@code aim} 0: none beyond the bar. */
    private record Bar(Pattern bench, long least, long most, Metric metric, double value, double aim) {
        Bar(String bench, long least, long most, Metric metric, double value, double aim) {
            this(Pattern.compile(bench), least, most, metric, value, aim);
        }

        boolean isFor(BenchRecord record) {
            return record.metric() == metric && record.size() >= least && record.size() <= most
                && bench.matcher(record.bench()).matches();
        }
    }

    /** Of latencies the most, of bandwidths and rates the least. */
    private static final List<Bar> BARS = List.of(
        new Bar("latency\\..*", 8, 8, Metric.LATENCY, 0.9, 0.7),
        new Bar("latency\\..*", 64, 8 * KIB, Metric.LATENCY, 1, 0),
        new Bar("latency\\.runtime", 16 * KIB, 4 * MIB, Metric.LATENCY, 0.9, 0),
        new Bar("latency\\.(direct|segment)", 16 * KIB, 4 * MIB, Metric.LATENCY, 1 / 0.9, 0),
        new Bar("latency\\.array", 16 * KIB, 4 * MIB, Metric.LATENCY, 1 / 0.8, 0),
        new Bar("bandwidth\\.runtime", 16 * KIB, 4 * MIB, Metric.BANDWIDTH, 1, 1.3),
        new Bar("bandwidth\\.(direct|segment)", 16 * KIB, 4 * MIB, Metric.BANDWIDTH, 0.9, 0),
        new Bar("bandwidth\\.array", 16 * KIB, 4 * MIB, Metric.BANDWIDTH, 0.8, 0),
        new Bar("rate\\.mpi\\..*", 8, 8, Metric.RATE, 1.5, 0),
        new Bar("rma-latency\\.lock-(put|get)", 8, 8 * KIB, Metric.LATENCY, 0.7, 0),
        new Bar("rma-latency\\.lock-(put|get)", 8 * KIB, 4 * MIB, Metric.LATENCY, 0.95, 0),
        new Bar("rma-latency\\..*", 8, 8, Metric.LATENCY, 0.5, 0),
        new Bar("rma-bandwidth\\..*", 64 * KIB, 4 * MIB, Metric.BANDWIDTH, 1, 0),
        new Bar("rma-fence\\.(empty|puts8)", 0, 16, Metric.LATENCY, 0.8, 0),
        new Bar("rma-gups\\.accumulate", 0, Long.MAX_VALUE, Metric.RATE, 2, 0));

    /** The worst that one of few ranks may be. */
    private static final Bar COLLECTIVE = new Bar(".*", 0, Long.MAX_VALUE, Metric.LATENCY,
        CollectiveRatios.WORST_OF_FEW, 0);

    /** What computes while others get from its window, where each rank has a core. */
    private static final String TARGET_OVERLAP = "rma-overlap.target";
    private static final String ALONE = "alone";
    private static final Bar UNDISTURBED = new Bar(".*", 0, Long.MAX_VALUE, Metric.LATENCY, 1.05, 0);

    private static final String PING_PONG = "pingpong-protocols";
    private static final String TRADITIONAL = "traditional-";
    private static final String TRADITIONAL_WRITE = "traditional-write";
    private static final Pattern EARLY_SENDER = Pattern.compile("progress\\.0-0-60-\\d+-0-0");
    private static final String EARLY_SENDER_LEAST = "C(60)";
    private static final double EARLY_SENDER_TOLERANCE = 0.05;
    private static final Pattern EARLY = Pattern.compile("progress\\.\\d.*\\d");

    private PeerBars() {
    }

    /** The bar for a record of ours, with its verdict; nothing when there is none, or nobody to compare with. */
    static Optional<String> of(BenchRecord record, List<BenchRecord> all) {
        return isOfProtocols(record) ? ofProtocols(record, all) : ofOthers(record, all);
    }

    private static boolean isOfProtocols(BenchRecord record) {
        return record.metric() == Metric.LATENCY && (record.bench().equals(PING_PONG)
            || EARLY.matcher(record.bench()).matches());
    }

    /**
     * The bar for a record of all protocols integrated, against the traditional ones. Through connections an early
     * sender has work to do, and is only to be faster.
     */
    static Optional<String> ofProtocols(BenchRecord record, List<BenchRecord> all) {
        if (!isOfProtocols(record)) {
            return Optional.empty();
        }
        if (record.bench().equals(PING_PONG)) {
            return best(record, all, peer -> peer.startsWith(TRADITIONAL)).map(other -> faster(record, other));
        }
        return EARLY_SENDER.matcher(record.bench()).matches() && !TcpBars.isFor(record)
            ? best(record, all, EARLY_SENDER_LEAST::equals).map(other -> alike(record, other))
            : best(record, all, TRADITIONAL_WRITE::equals).map(other -> faster(record, other));
    }

    private static Optional<String> ofOthers(BenchRecord record, List<BenchRecord> all) {
        if (record.metric() == Metric.LATENCY && record.bench().equals(TARGET_OVERLAP)
                && record.ranks() <= Runtime.getRuntime().availableProcessors()) {
            return best(record, all, ALONE::equals).map(other -> verdict(UNDISTURBED, record, other));
        }
        if (VectorBars.isFor(record)) {
            return VectorBars.of(record, all);
        }
        if (record.metric() == Metric.LATENCY && CollectiveRatios.hasBar(record)) {
            return best(record, all, Peers::isLibrary).map(other -> verdict(COLLECTIVE, record, other));
        }
        return BARS.stream().filter(bar -> bar.isFor(record)).findFirst()
            .flatMap(bar -> best(record, all, Peers::isLibrary).map(other -> verdict(bar, record, other)));
    }

    /** The best figure of the same operation in the same place by some peers. */
    static Optional<BenchRecord> best(BenchRecord record, List<BenchRecord> all, Predicate<String> peers) {
        Stream<BenchRecord> others = all.stream().filter(other -> !other.isOurs() && peers.test(other.peer())
            && other.isComparable(record));
        Comparator<BenchRecord> byFigure = Comparator.comparingDouble(BenchRecord::p50);
        return record.metric() == Metric.LATENCY ? others.min(byFigure) : others.max(byFigure);
    }

    private static String verdict(Bar bar, BenchRecord record, BenchRecord other) {
        boolean isCeiling = record.metric() == Metric.LATENCY;
        double ratio = record.p50() / other.p50();
        String aim = bar.aim() == 0 ? "" : String.format(Locale.ROOT, ", aim %.1f", bar.aim());
        return Bars.verdict(String.format(Locale.ROOT, "%.2f × %s; %s %.2f%s", ratio, other.peer(),
            isCeiling ? "≤" : "≥", bar.value(), aim), isCeiling ? ratio <= bar.value() : ratio >= bar.value());
    }

    private static String faster(BenchRecord record, BenchRecord other) {
        double ratio = record.p50() / other.p50();
        return Bars.verdict(String.format(Locale.ROOT, "%.2f × %s; < 1", ratio, other.peer()), ratio < 1);
    }

    private static String alike(BenchRecord record, BenchRecord other) {
        double ratio = record.p50() / other.p50();
        return Bars.verdict(String.format(Locale.ROOT, "%.2f × %s; 1 ± %.2f", ratio, other.peer(),
            EARLY_SENDER_TOLERANCE), Math.abs(ratio - 1) <= EARLY_SENDER_TOLERANCE);
    }
}
