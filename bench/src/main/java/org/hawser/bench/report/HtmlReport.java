package org.hawser.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.hawser.bench.SvgPlot;

/**
 * A page with the facts, the plots and the table, in one file that needs nothing else.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class HtmlReport {
    private static final String HEAD = """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>hawser bench</title>
        <meta name="viewport" content="width=device-width,initial-scale=1"><style>
        :root{color-scheme:light dark}
        body{font:15px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem;
          background:light-dark(#fff,#15181d);color:light-dark(#1c2128,#d8dee6)}
        table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:13px}
        th,td{padding:.2rem .8rem;text-align:left;border-bottom:1px solid light-dark(#e3e6ea,#2b313a)}
        td.n,th.n{text-align:right}tr.peer{opacity:.75}
        .ok{color:light-dark(#0a7d38,#4ade80)}.missed{color:light-dark(#c02626,#f87171)}
        .plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(30rem,1fr));gap:1.5rem}
        .plots svg{width:100%;height:auto}
        </style></head><body>
        """;

    private HtmlReport() {
    }

    /** Writes the page, with lines of conclusions between plots and figures. */
    public static void write(Path file, Map<String, String> facts, List<BenchRecord> records,
                             List<String> conclusions) throws IOException {
        StringBuilder html = new StringBuilder(HEAD).append("<h1>hawser bench</h1><table>");
        facts.forEach((name, value) -> html.append("<tr><th>").append(escaped(name)).append("</th><td>")
            .append(escaped(value)).append("</td></tr>"));
        html.append("</table><h2>Plots</h2><p>Medians; the place says how far apart the two cores were: ")
            .append("one core, near, far.</p><div class=\"plots\">");
        plots(records).forEach(plot -> html.append(plot.toSvg()));
        html.append("</div>");
        if (!conclusions.isEmpty()) {
            html.append("<h2>Conclusions</h2><pre>").append(escaped(String.join("\n", conclusions))).append("</pre>");
        }
        html.append("<h2>Figures</h2>");
        table(html, records);
        Files.writeString(file, html.append("</body></html>\n"));
    }

    /** One plot per experiment, metric and place that was measured over sizes, and one of barriers over ranks. */
    static List<SvgPlot> plots(List<BenchRecord> records) {
        List<SvgPlot> plots = new ArrayList<>();
        List<String> experiments = records.stream().filter(record -> !RmaPlots.isFor(record))
            .map(HtmlReport::experiment).distinct().toList();
        for (Place place : Place.values()) {
            for (String experiment : experiments) {
                List<BenchRecord> own = records.stream().filter(record -> record.place() == place && record.size() > 0
                    && experiment(record).equals(experiment)).toList();
                plots.add(overSizes(own, experiment + ": latency, " + place.word(), Metric.LATENCY, "ns"));
                plots.add(overSizes(own, experiment + ": bandwidth, " + place.word(), Metric.BANDWIDTH, "MB/s"));
                if (experiment.startsWith("icoll")) {
                    plots.add(overSizes(own, experiment + ": share hidden, " + place.word(), Metric.FRACTION, "1"));
                }
            }
            SvgPlot barriers = new SvgPlot("barrier, " + place.word()).axes("ranks", "ns").sizesAcross().logY();
            List<SvgPlot.Point> points = records.stream().filter(record -> record.bench().equals("barrier")
                && record.isOurs() && record.place() == place).map(r -> new SvgPlot.Point(r.ranks(), r.p50())).toList();
            if (points.size() > 1) {
                plots.add(barriers.series("barrier", points));
            }
        }
        plots.addAll(NasTable.plots(records));
        plots.addAll(RmaPlots.of(records));
        plots.removeIf(SvgPlot::isEmpty);
        return plots;
    }

    /** What goes into one plot: the bench up to the first dot, or more of it where variants of ours are many. */
    private static String experiment(BenchRecord record) {
        String[] words = record.bench().split("\\.");
        String name = switch (words[0]) {
            case "collectives", "icoll" -> words[0] + "." + words[1];
            case "vector" -> record.bench();
            default -> words[0];
        };
        return record.ranks() == 2 ? name : name + ", " + record.ranks() + " ranks";
    }

    /** A peer has one line, however many variants of ours it is compared with. */
    private static SvgPlot overSizes(List<BenchRecord> records, String title, Metric metric, String unit) {
        Map<String, Map<Long, Double>> series = new LinkedHashMap<>();
        records.stream().filter(record -> record.metric() == metric).forEach(record ->
            series.computeIfAbsent(record.isOurs() ? record.bench() : record.peer(), unused -> new TreeMap<>())
                .putIfAbsent(record.size(), record.p50()));
        SvgPlot plot = new SvgPlot(title).axes("bytes", unit).sizesAcross().logY();
        series.forEach((name, points) -> {
            if (points.size() > 1) {
                plot.series(name, points.entrySet().stream()
                    .map(point -> new SvgPlot.Point(point.getKey(), point.getValue())).toList());
            }
        });
        return plot;
    }

    private static void table(StringBuilder html, List<BenchRecord> records) {
        html.append("<table><tr>");
        for (int i = 0; i < TextReport.heads().size(); i++) {
            html.append(TextReport.isNumber(i) ? "<th class=\"n\">" : "<th>").append(TextReport.heads().get(i))
                .append("</th>");
        }
        html.append("</tr>");
        for (BenchRecord record : records) {
            html.append(record.isOurs() ? "<tr>" : "<tr class=\"peer\">");
            List<String> cells = TextReport.row(record, records);
            for (int i = 0; i < cells.size(); i++) {
                String cell = cells.get(i);
                String style = cell.endsWith("  ok") ? "ok" : cell.endsWith("MISSED") ? "missed"
                    : TextReport.isNumber(i) ? "n" : "";
                html.append("<td class=\"").append(style).append("\">").append(escaped(cell)).append("</td>");
            }
            html.append("</tr>");
        }
        html.append("</table>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
