package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.pgas.KernelWay;
import org.hawser.bench.pgas.PgasNasProgram;

/**
 * The times of NAS kernels on shared memory, a line per way: each by the time of the same kernel on messages, and by
 * the way that stands first.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class PgasNasTable {
    /** The experiment. */
    public static final String NAME = "pgas-nas";

    private static final String ROW = "%-8s%-7s%5s  %-13s%-10s%12s%9s%13s";

    private PgasNasTable() {
    }

    /** The table's lines. */
    public static List<String> of(List<BenchRecord> records) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(ROW, "kernel", "class", "ranks", "way", "verified", "time", "/ mpi", "/ first way"));
        lines.add("─".repeat(lines.getFirst().length()));
        records.stream().filter(record -> record.bench().startsWith(NAME + ".") && record.isOurs()
            && record.metric() == Metric.SECONDS).forEach(ours -> {
                List<BenchRecord> others = records.stream().filter(other -> !other.isOurs()
                    && other.isComparable(ours)).toList();
                lines.add(row(ours, ours, others, records));
                others.forEach(other -> lines.add(row(other, ours, others, records)));
            });
        return lines;
    }

    private static String row(BenchRecord record, BenchRecord ours, List<BenchRecord> others,
                              List<BenchRecord> records) {
        String[] words = record.bench().split("\\.");
        String way = record.isOurs() ? KernelKind.named(words[1]).map(kernel -> KernelWay.of(kernel).getFirst().word())
            .orElse("") : record.peer();
        String messages = others.stream().filter(other -> other.peer().equals(PgasNasProgram.MESSAGES)).findFirst()
            .map(other -> ratio(record, other)).orElse("–");
        boolean verified = records.stream().anyMatch(other -> other.bench().equals(record.bench() + NasTable.VERIFIED)
            && other.ranks() == record.ranks() && Objects.equals(other.peer(), record.peer()) && other.p50() > 0);
        return String.format(Locale.ROOT, ROW, words[1], words[2], record.ranks(), way, verified ? "yes" : "NO",
            String.format(Locale.ROOT, "%.4f s", record.p50()), messages, ratio(record, ours));
    }

    private static String ratio(BenchRecord record, BenchRecord other) {
        return String.format(Locale.ROOT, "%.3f", record.p50() / other.p50());
    }
}
