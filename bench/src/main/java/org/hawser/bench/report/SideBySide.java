package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.peer.Peers;

/**
 * Records as a table with a row per figure of ours and a column per alternative: our figure with its spread, the
 * medians of other designs of ours, and of each library the best median. Behind a median stands ours by it.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class SideBySide {
    private static final List<String> KEYS = List.of("bench", "ranks", "size", "place", "metric");

    private SideBySide() {
    }

    /** The table's lines; the first of the designs is ours, and names our column, and the others follow in order. */
    public static List<String> of(List<BenchRecord> records, List<String> designs) {
        List<String> others = records.stream().filter(record -> !record.isOurs()).map(SideBySide::column).distinct()
            .sorted(Comparator.<String, Boolean>comparing(Peers::isLibrary)
                .thenComparing(name -> designs.contains(name) ? designs.indexOf(name) : designs.size())).toList();
        List<List<String>> rows = new ArrayList<>();
        List<String> heads = new ArrayList<>(KEYS);
        heads.addAll(List.of(designs.getFirst(), "p10", "p90"));
        heads.addAll(others);
        heads.add("bar");
        rows.add(heads);
        records.stream().filter(BenchRecord::isOurs).forEach(record -> rows.add(row(record, records, others)));
        return aligned(rows);
    }

    /** A flavour of a library, and each kind of window in it, belongs to the library's column. */
    private static String column(BenchRecord record) {
        return Peers.libraryOf(record.peer()).orElse(record.peer());
    }

    private static List<String> row(BenchRecord record, List<BenchRecord> all, List<String> others) {
        List<String> cells = new ArrayList<>(List.of(record.bench(), Integer.toString(record.ranks()),
            Figures.size(record.size()), record.place().word(), record.metric().word()));
        Stream.of(record.p50(), record.p10(), record.p90())
            .forEach(value -> cells.add(Figures.figure(record.metric(), value)));
        for (String other : others) {
            cells.add(PeerBars.best(record, all, peer -> Peers.libraryOf(peer).orElse(peer).equals(other))
                .map(best -> cell(record, best)).orElse("–"));
        }
        cells.add(Bars.of(record, all).orElse(""));
        return cells;
    }

    private static String cell(BenchRecord record, BenchRecord other) {
        String figure = Figures.figure(other.metric(), other.p50());
        return record.metric() == Metric.FRACTION ? figure
            : figure + String.format(Locale.ROOT, " (%.2f)", record.p50() / other.p50());
    }

    private static List<String> aligned(List<List<String>> rows) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        rows.forEach(row -> {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(isNumber(i, columns) ? padding + row.get(i) : row.get(i) + padding).append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        lines.add(1, "─".repeat(lines.stream().mapToInt(String::length).max().orElse(0)));
        return lines;
    }

    private static boolean isNumber(int column, int columns) {
        return column == 1 || column == 2 || column >= KEYS.size() && column < columns - 1;
    }
}
