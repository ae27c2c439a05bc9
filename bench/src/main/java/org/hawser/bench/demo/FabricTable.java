package org.hawser.bench.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.hawser.bench.report.Figures;

/**
 * What the fabric was measured to do, each figure next to the machine's own limit for it where there is one.
 *
 * <p>Cores move between places while figures are taken, and figures of different places do not compare: a figure is
 * that of the place that was seen most, or of another where it was never taken there, and says so.
 *
 * <p><b>Threads:</b> immutable.
 */
final class FabricTable {

    /**
     * One line.
     *
     * @param record what was measured
     * @param limit  the machine's own figure from the same samples, or null
     */
    record Line(BenchRecord record, BenchRecord limit) {

        String what() {
            String name = NAMES.getOrDefault(record.bench(), record.bench());
            return record.size() > 0 ? name + ", " + Figures.size(record.size()) : name;
        }

        String figure() {
            return Figures.figure(record.metric(), record.p50());
        }

        String spread() {
            return Figures.figure(record.metric(), record.p10()) + " to "
                + Figures.figure(record.metric(), record.p90());
        }

        String machine() {
            return limit == null ? "" : LIMITS.getOrDefault(limit.peer(), limit.peer()) + " "
                + Figures.figure(limit.metric(), limit.p50());
        }

        /** What comes on top of the limit, or how much of it is reached. */
        String against() {
            if (limit == null) {
                return "";
            }
            double more = record.p50() - limit.p50();
            return record.metric() == Metric.LATENCY
                ? String.format(Locale.ROOT, Math.abs(more) < 10 ? "%+.1f ns" : "%+.0f ns", more)
                : String.format(Locale.ROOT, "%.0f %%", 100 * record.p50() / limit.p50());
        }

        /** The time of a long copy says what its bandwidth says. */
        boolean tells() {
            return record.metric() != Metric.LATENCY || record.size() <= LONG;
        }

        boolean isMachine() {
            return record.bench().startsWith(MACHINE);
        }
    }

    private static final String MACHINE = "raw";
    private static final long LONG = 4096;
    private static final Map<String, String> NAMES = Map.ofEntries(
        Map.entry("raw", "cache line, one way"), Map.entry("raw.copy", "copy"),
        Map.entry("raw.attach", "copy by the kernel"), Map.entry("raw.futex", "futex wake"),
        Map.entry("am", "active message, one way"), Map.entry("am.medium", "the same as a medium one"),
        Map.entry("am.delivery", "the same as a delivery"), Map.entry("put", "put"), Map.entry("get", "get"),
        Map.entry("get.remote", "get from the owner's cache"), Map.entry("atomic.fetch-add", "fetch-add"),
        Map.entry("atomic.compare-swap", "compare-swap"),
        Map.entry("atomic.fetch-add.contended", "fetch-add, both at once"),
        Map.entry("atomic.compare-swap.contended", "compare-swap, both at once"),
        Map.entry("rate", "active messages, one direction"), Map.entry("barrier", "barrier"),
        Map.entry("latency.runtime", "MPI message, one way"),
        Map.entry("bandwidth.runtime", "MPI messages, one direction"));
    private static final Map<String, String> LIMITS = Map.of("raw", "cache line", "memcpy", "copy");

    private final Place place;
    private final List<Line> all;

    FabricTable(List<BenchRecord> records) {
        List<BenchRecord> ours = records.stream()
            .filter(record -> record.isOurs() && record.metric() != Metric.FRACTION).toList();
        place = ours.stream().collect(Collectors.groupingBy(BenchRecord::place, Collectors.counting()))
            .entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(null);
        Map<List<Object>, BenchRecord> chosen = new LinkedHashMap<>();
        for (BenchRecord record : ours) {
            chosen.merge(List.of(record.bench(), record.ranks(), record.size(), record.metric()), record,
                (one, other) -> other.place() == place ? other : one);
        }
        all = chosen.values().stream().map(record -> new Line(record, limit(record, records))).toList();
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Where the cores were most of the time. */
    Place place() {
        return place;
    }

    /** The same in words. */
    String whereabouts() {
        return switch (place) {
            case SAME -> "two threads of one core";
            case NEAR -> "two cores that share a cache";
            case FAR -> "two cores that share only memory";
        };
    }

    /** All figures. */
    List<Line> all() {
        return all;
    }

    /** The figures that tell most: of times those of the smallest size, of bandwidths those of the largest. */
    List<Line> lines() {
        Map<List<Object>, List<Line>> groups = all.stream().filter(Line::tells).collect(Collectors.groupingBy(line ->
            List.of(line.record().bench(), line.record().metric()), LinkedHashMap::new, Collectors.toList()));
        Comparator<Line> bySize = Comparator.comparingLong(line -> line.record().size());
        List<Line> lines = new ArrayList<>();
        groups.values().forEach(group -> group.stream().min(group.getFirst().record().metric() == Metric.BANDWIDTH
            ? bySize.reversed() : bySize).ifPresent(lines::add));
        lines.sort(Comparator.comparing(line -> !line.isMachine()));
        return lines;
    }

    /** The table for a terminal. */
    List<String> text() {
        List<String> text = new ArrayList<>();
        String form = "  %-38s %12s   %-24s %-22s %8s  %s";
        text.add(String.format(form, "", "median", "p10 to p90", "the machine", "", "").stripTrailing());
        for (Line line : lines()) {
            text.add(String.format(form, line.what(), line.figure(), line.spread(), line.machine(), line.against(),
                line.record().place() == place ? "" : "(" + line.record().place().word() + ")").stripTrailing());
        }
        return text;
    }

    private static BenchRecord limit(BenchRecord ours, List<BenchRecord> records) {
        if (ours.bench().startsWith(MACHINE)) {
            return null;
        }
        return records.stream().filter(record -> !record.isOurs() && record.isComparable(ours)).findFirst()
            .orElse(null);
    }
}
