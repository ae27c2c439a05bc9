package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.SvgPlot;

/**
 * The figures of NAS kernels as a table with a line per kernel, class and number of ranks.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class NasTable {
    /** Ends the bench of records that carry a speed-up. */
    public static final String SPEED_UP = ".speedup";
    /** Ends the bench of records that are 1 when all runs of a job were verified. */
    public static final String VERIFIED = ".verified";

    private static final String PREFIX = "nas.";
    private static final String ROW = "%-8s%-7s%5s  %-10s%12s%12s%10s";

    private NasTable() {
    }

    /** The table's lines. */
    public static List<String> of(List<BenchRecord> records) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(ROW, "kernel", "class", "ranks", "verified", "time", "Mop/s", "speed-up"));
        lines.add("─".repeat(lines.getFirst().length()));
        records.stream().filter(record -> record.bench().startsWith(PREFIX) && record.metric() == Metric.SECONDS)
            .forEach(record -> lines.add(row(record, records)));
        return lines;
    }

    /** The speed-up over ranks: a plot per class, with a line per kernel. */
    static List<SvgPlot> plots(List<BenchRecord> records) {
        Map<String, Map<String, List<SvgPlot.Point>>> classes = new LinkedHashMap<>();
        records.stream().filter(record -> record.bench().startsWith(PREFIX) && record.bench().endsWith(SPEED_UP))
            .forEach(record -> {
                String[] words = record.bench().split("\\.");
                classes.computeIfAbsent(words[2], key -> new LinkedHashMap<>())
                    .computeIfAbsent(words[1], key -> new ArrayList<>())
                    .add(new SvgPlot.Point(record.ranks(), record.p50()));
            });
        List<SvgPlot> plots = new ArrayList<>();
        classes.forEach((size, kernels) -> {
            SvgPlot plot = new SvgPlot("NAS kernels, class " + size + ": speed-up").axes("ranks", "against one rank");
            kernels.entrySet().stream().filter(kernel -> kernel.getValue().size() > 1)
                .forEach(kernel -> plot.series(kernel.getKey(), kernel.getValue()));
            plots.add(plot);
        });
        return plots;
    }

    /** True when every answer was the official one. */
    public static boolean isVerified(List<BenchRecord> records) {
        return records.stream().filter(record -> record.bench().endsWith(VERIFIED))
            .allMatch(record -> record.p50() > 0);
    }

    private static String row(BenchRecord record, List<BenchRecord> records) {
        String[] words = record.bench().split("\\.");
        double rate = find(record, record.bench(), Metric.RATE, records).orElse(Double.NaN);
        double speedUp = find(record, record.bench() + SPEED_UP, Metric.FRACTION, records).orElse(Double.NaN);
        boolean verified = find(record, record.bench() + VERIFIED, Metric.FRACTION, records).orElse(0.0) > 0;
        return String.format(Locale.ROOT, ROW, words[1], words[2], record.ranks(), verified ? "yes" : "NO",
            String.format(Locale.ROOT, "%.4f s", record.p50()), String.format(Locale.ROOT, "%.1f", rate / 1e6),
            String.format(Locale.ROOT, "%.2f", speedUp));
    }

    private static Optional<Double> find(BenchRecord like, String bench, Metric metric, List<BenchRecord> records) {
        return records.stream().filter(record -> record.bench().equals(bench) && record.metric() == metric
            && record.ranks() == like.ranks() && record.place() == like.place()).findFirst().map(BenchRecord::p50);
    }
}
