package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.peer.Peers;

/**
 * Records as a table of aligned columns.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class TextReport {
    private static final List<String> HEADS =
        List.of("bench", "ranks", "size", "place", "metric", "p50", "p10", "p90", "bar or peer");
    /** Columns of numbers are set to the right. */
    private static final List<Integer> NUMBERS = List.of(1, 2, 5, 6, 7);

    private TextReport() {
    }

    /** The table's lines. */
    public static List<String> of(List<BenchRecord> records) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADS);
        records.stream().filter(record -> isShown(record, records)).forEach(record -> rows.add(row(record, records)));
        int[] widths = new int[HEADS.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        rows.forEach(row -> lines.add(line(row, widths)));
        lines.add(1, "─".repeat(lines.stream().mapToInt(String::length).max().orElse(0)));
        return lines;
    }

    /**
     * Others where a figure of ours stands beside theirs: of several libraries the best one; of variants of ours the
     * figures, not the shares. The files have them all.
     */
    private static boolean isShown(BenchRecord record, List<BenchRecord> all) {
        if (record.isOurs()) {
            return true;
        }
        boolean hasOurs = all.stream().anyMatch(other -> other.isOurs() && other.isComparable(record));
        return hasOurs && (Peers.isLibrary(record.peer())
            ? PeerBars.best(record, all, Peers::isLibrary).filter(best -> best == record).isPresent()
            : record.metric() != Metric.FRACTION);
    }

    /** The cells of a record. */
    static List<String> row(BenchRecord record, List<BenchRecord> all) {
        String name = record.isOurs() ? record.bench() : "  " + record.peer();
        String last = record.isOurs() ? Bars.of(record, all).orElse("") : Figures.comparison(record);
        return List.of(name, Integer.toString(record.ranks()), Figures.size(record.size()), record.place().word(),
            record.metric().word(), Figures.figure(record.metric(), record.p50()),
            Figures.figure(record.metric(), record.p10()), Figures.figure(record.metric(), record.p90()), last);
    }

    /** True for a column of numbers. */
    static boolean isNumber(int column) {
        return NUMBERS.contains(column);
    }

    static List<String> heads() {
        return HEADS;
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - row.get(i).length());
            line.append(NUMBERS.contains(i) ? padding + row.get(i) : row.get(i) + padding).append("  ");
        }
        return line.toString().stripTrailing();
    }
}
