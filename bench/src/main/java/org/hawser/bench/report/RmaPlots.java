package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.SvgPlot;

/**
 * The figures of the experiments on windows and on the global address space. Each plot shows one operation in one
 * place, with a line for our design, one for each other design, and one for each library and kind of window: over
 * sizes, over numbers of ranks, or, of locks that migrate, over the share of locks that come from the other node.
 *
 * <p><b>Threads:</b> stateless.
 */
final class RmaPlots {
    private static final List<String> PREFIXES = List.of("rma-", "pgas-");
    private static final String OURS = "ours";
    private static final Pattern MIGRATION = Pattern.compile("(rma-lock\\.migration\\.\\w+)\\.(\\d+)");

    private RmaPlots() {
    }

    /** True for a record of an experiment on windows or on the global address space. */
    static boolean isFor(BenchRecord record) {
        return PREFIXES.stream().anyMatch(record.bench()::startsWith);
    }

    /** All plots for which there are points enough. */
    static List<SvgPlot> of(List<BenchRecord> records) {
        List<SvgPlot> plots = new ArrayList<>();
        List<BenchRecord> own = records.stream().filter(RmaPlots::isFor).toList();
        own.stream().filter(record -> record.size() > 0).collect(groupedBy(record -> record.bench() + ", "
            + record.ranks() + " ranks, " + last(record))).forEach((title, group) ->
                plots.add(plot(group, new SvgPlot(title).axes("bytes", unit(group)).sizesAcross(),
                    BenchRecord::size)));
        own.stream().filter(record -> !MIGRATION.matcher(record.bench()).matches()).collect(groupedBy(record ->
            record.bench() + (record.size() > 0 ? ", " + Figures.size(record.size()) : "") + ", " + last(record)))
            .forEach((title, group) -> plots.add(plot(group,
                new SvgPlot(title).axes("ranks", unit(group)).sizesAcross(), BenchRecord::ranks)));
        own.stream().filter(record -> MIGRATION.matcher(record.bench()).matches()).collect(groupedBy(record ->
            migration(record).group(1) + ", " + record.ranks() + " ranks, " + last(record))).forEach((title, group) ->
                plots.add(plot(group, new SvgPlot(title).axes("% of locks", unit(group)),
                    record -> Double.parseDouble(migration(record).group(2)))));
        plots.removeIf(SvgPlot::isEmpty);
        return plots;
    }

    private static Collector<BenchRecord, ?, Map<String, List<BenchRecord>>> groupedBy(
            Function<BenchRecord, String> title) {
        return Collectors.groupingBy(title, LinkedHashMap::new, Collectors.toList());
    }

    private static Matcher migration(BenchRecord record) {
        Matcher matcher = MIGRATION.matcher(record.bench());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not of a migration: bench=" + record.bench());
        }
        return matcher;
    }

    private static String last(BenchRecord record) {
        return record.metric().word() + ", " + record.place().word();
    }

    private static String unit(List<BenchRecord> group) {
        return group.getFirst().unit();
    }

    private static SvgPlot plot(List<BenchRecord> group, SvgPlot plot, ToDoubleFunction<BenchRecord> across) {
        Map<String, TreeMap<Double, Double>> lines = new LinkedHashMap<>();
        group.forEach(record -> lines.computeIfAbsent(record.isOurs() ? OURS : record.peer(), key -> new TreeMap<>())
            .putIfAbsent(across.applyAsDouble(record), record.p50()));
        if (group.getFirst().metric() != Metric.FRACTION) {
            plot.logY();
        }
        lines.forEach((name, points) -> {
            if (points.size() > 1) {
                plot.series(name, points.entrySet().stream()
                    .map(point -> new SvgPlot.Point(point.getKey(), point.getValue())).toList());
            }
        });
        return plot;
    }
}
