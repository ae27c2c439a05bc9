package org.hawser.bench.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;

/**
 * What the fabric was measured to do, each figure next to the machine's own limit for it where there is one.
 *
 * <p>Cores move between places while figures are taken, and figures of different places do not compare: the table holds
 * those of the place that was seen most.
 *
 * <p><b>Threads:</b> immutable.
 */
final class FabricTable {

    /**
     * One line.
     *
     * @param record what was measured
     * @param limit  the machine's own figure, or null
     */
    record Line(BenchRecord record, BenchRecord limit) {

        String what() {
            String name = NAMES.getOrDefault(record.bench(), record.bench());
            return record.size() > 0 ? name + ", " + size(record.size()) : name;
        }

        String figure() {
            return quantity(record.p50(), record);
        }

        String spread() {
            return number(scaled(record.p10(), record)) + " to " + number(scaled(record.p90(), record));
        }

        String machine() {
            return limit == null ? "" : quantity(limit.p50(), limit);
        }

        /** How much of the limit is reached, or what comes on top of it. */
        String against() {
            if (limit == null) {
                return "";
            }
            return record.metric() == Metric.LATENCY
                ? String.format(Locale.ROOT, "%+.0f ns", record.p50() - limit.p50())
                : String.format(Locale.ROOT, "%.0f %%", 100 * record.p50() / limit.p50());
        }
    }

    private static final String MACHINE = "raw";
    private static final Map<String, String> NAMES = Map.of("am", "active message, one way", "put", "put",
        "get", "get", "rate", "active messages, one direction", "barrier", "barrier");

    private final Place place;
    private final List<BenchRecord> records;

    FabricTable(List<BenchRecord> all) {
        Map<Place, Long> seen = all.stream().filter(BenchRecord::isOurs)
            .collect(Collectors.groupingBy(BenchRecord::place, Collectors.counting()));
        place = seen.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(null);
        records = all.stream().filter(record -> record.isOurs() && record.place() == place).toList();
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    /** Where the cores were. */
    Place place() {
        return place;
    }

    /** All figures of that place. */
    List<BenchRecord> records() {
        return records;
    }

    /** The machine's limits first, then ours: of each experiment the smallest and the largest size. */
    List<Line> lines() {
        Map<String, List<BenchRecord>> groups = records.stream().sorted(Comparator
                .comparing((BenchRecord record) -> isMachine(record) ? 0 : 1).thenComparing(BenchRecord::metric))
            .collect(Collectors.groupingBy(record -> record.bench() + record.metric(), java.util.LinkedHashMap::new,
                Collectors.toList()));
        List<Line> lines = new ArrayList<>();
        for (List<BenchRecord> group : groups.values()) {
            group.sort(Comparator.comparingLong(BenchRecord::size));
            lines.add(new Line(group.getFirst(), limit(group.getFirst())));
            if (group.size() > 1) {
                lines.add(new Line(group.getLast(), limit(group.getLast())));
            }
        }
        return lines;
    }

    /** The table for a terminal. */
    List<String> text() {
        List<String> text = new ArrayList<>();
        String form = "  %-36s %14s   %-18s %14s %9s";
        text.add(String.format(form, "", "median", "p10 to p90", "machine", "").stripTrailing());
        for (Line line : lines()) {
            text.add(String.format(form, line.what(), line.figure(), line.spread(), line.machine(), line.against())
                .stripTrailing());
        }
        return text;
    }

    static boolean isMachine(BenchRecord record) {
        return record.bench().startsWith(MACHINE);
    }

    /** A message against a cache line's way, a copy into a peer's memory against a copy. */
    private BenchRecord limit(BenchRecord ours) {
        if (isMachine(ours) || ours.metric() == Metric.LATENCY && !ours.bench().startsWith("am")) {
            return null;
        }
        return records.stream().filter(FabricTable::isMachine).filter(raw -> raw.metric() == ours.metric())
            .filter(raw -> ours.metric() != Metric.LATENCY || raw.bench().contains("ping"))
            .filter(raw -> ours.metric() != Metric.BANDWIDTH || raw.bench().contains("copy"))
            .min(Comparator.comparingLong(raw -> Math.abs(raw.size() - ours.size()))).orElse(null);
    }

    private static String quantity(double value, BenchRecord record) {
        String unit = switch (record.metric()) {
            case RATE -> "M/s";
            case BANDWIDTH -> "GB/s";
            default -> record.unit();
        };
        return number(scaled(value, record)) + " " + unit;
    }

    private static double scaled(double value, BenchRecord record) {
        return switch (record.metric()) {
            case RATE -> value / 1e6;
            case BANDWIDTH -> value / 1e3;
            default -> value;
        };
    }

    private static String number(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f", value);
    }

    private static String size(long bytes) {
        return bytes >= 1 << 20 && bytes % (1 << 20) == 0 ? (bytes >> 20) + " MiB"
            : bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + " KiB" : bytes + " B";
    }
}
