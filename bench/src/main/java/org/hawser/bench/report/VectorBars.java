package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.peer.Peers;

/**
 * What is not contiguous: the way that was chosen by the best way there is, and by the best library in C; and what the
 * layout cache gains.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class VectorBars {
    /** The ways to choose from: words of the setting, and peers in records. */
    public static final List<String> WAYS = List.of("pack", "multi-w", "sgrs");
    /** The peer whose figures are those of the automatic choice with no layout cache. */
    public static final String NO_CACHE = "no-layout-cache";

    private static final String PREFIX = "vector.";
    private static final double TOLERANCE = 0.05;

    private VectorBars() {
    }

    /** True for a record of ours that has such bars. */
    static boolean isFor(BenchRecord record) {
        return record.isOurs() && record.bench().startsWith(PREFIX);
    }

    /** Both bars of a record of ours, as far as there is something to compare with. */
    static Optional<String> of(BenchRecord record, List<BenchRecord> all) {
        Optional<BenchRecord> way = PeerBars.best(record, all, WAYS::contains);
        Optional<BenchRecord> library = PeerBars.best(record, all, Peers::isLibrary);
        if (way.isEmpty() && library.isEmpty()) {
            return Optional.empty();
        }
        boolean isMet = way.map(other -> isReached(record, other, TOLERANCE)).orElse(true)
            && library.map(other -> isReached(record, other, 0)).orElse(true);
        return Optional.of(Bars.verdict(Stream.of(way.map(other -> text(record, other, TOLERANCE)),
            library.map(other -> text(record, other, 0))).flatMap(Optional::stream)
            .collect(Collectors.joining("; ")), isMet));
    }

    /** A line per bench and place: what the layout cache gains, and how many of the bars are met. */
    public static List<String> conclusions(List<BenchRecord> records) {
        List<String> lines = new ArrayList<>();
        records.stream().filter(VectorBars::isFor).collect(Collectors.groupingBy(
            record -> record.bench() + ", " + record.place().word(), LinkedHashMap::new, Collectors.toList()))
            .forEach((what, own) -> {
                List<String> verdicts = own.stream().map(record -> of(record, records)).flatMap(Optional::stream)
                    .toList();
                long met = verdicts.stream().filter(text -> text.endsWith("ok")).count();
                String gains = own.stream().map(record -> gain(record, records)).filter(Objects::nonNull)
                    .collect(Collectors.joining(", "));
                if (verdicts.isEmpty() && gains.isEmpty()) {
                    return;
                }
                lines.add(what + ": bars met at " + met + " of " + verdicts.size() + " sizes"
                    + (gains.isEmpty() ? "" : "; the layout cache gains " + gains));
            });
        return lines;
    }

    /** How much longer it takes without the cache, or how much slower it is. */
    private static String gain(BenchRecord record, List<BenchRecord> all) {
        return PeerBars.best(record, all, NO_CACHE::equals).map(other -> {
            double gain = isTime(record) ? other.p50() / record.p50() : record.p50() / other.p50();
            return String.format(Locale.ROOT, "%+.0f %% at %s", (gain - 1) * 100, Figures.size(record.size()));
        }).orElse(null);
    }

    private static boolean isReached(BenchRecord record, BenchRecord other, double tolerance) {
        double ratio = record.p50() / other.p50();
        return isTime(record) ? ratio <= 1 + tolerance : ratio >= 1 - tolerance;
    }

    private static String text(BenchRecord record, BenchRecord other, double tolerance) {
        return String.format(Locale.ROOT, "%.2f × %s; %s", record.p50() / other.p50(), other.peer(),
            isTime(record) ? String.format(Locale.ROOT, "≤ %.2f", 1 + tolerance)
                : String.format(Locale.ROOT, "≥ %.2f", 1 - tolerance));
    }

    private static boolean isTime(BenchRecord record) {
        return record.metric() == Metric.LATENCY;
    }
}
