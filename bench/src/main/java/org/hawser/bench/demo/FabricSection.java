package org.hawser.bench.demo;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.SvgPlot;

/**
 * The part of the demo's page about the fabric: the table, and a plot of each metric that was measured at many sizes.
 *
 * <p><b>Threads:</b> one.
 */
final class FabricSection {
    private final FabricTable table;

    FabricSection(FabricTable table) {
        this.table = table;
    }

    String html() {
        StringBuilder html = new StringBuilder("<h2>What the fabric does here</h2>\n<p class=\"faint\">Two ranks; the "
            + "cores were ").append(table.place().word()).append(" where nothing else is said. The machine's own "
            + "figure is plain Java on the same memory, taken in turn with ours.</p>\n");
        html.append("<div class=\"wide\"><table>\n<tr><th></th>");
        for (String column : List.of("median", "10 % to 90 %", "the machine", "against it")) {
            html.append("<th class=\"number\">").append(column).append("</th>");
        }
        html.append("</tr>\n");
        table.lines().forEach(line -> addLine(html, line));
        html.append("</table></div>\n<div class=\"plots\">\n");
        addPlot(html, Metric.LATENCY, "Time of an operation", "ns", 1);
        addPlot(html, Metric.BANDWIDTH, "Bandwidth", "GB/s", 1e3);
        return html.append("</div>\n").toString();
    }

    private void addLine(StringBuilder html, FabricTable.Line line) {
        String elsewhere = line.record().place() == table.place() ? "" : " (" + line.record().place().word() + ")";
        html.append(line.isMachine() ? "<tr class=\"machine\"><td>" : "<tr><td>")
            .append(DemoPage.escaped(line.what() + elsewhere)).append("</td>");
        for (String cell : List.of(line.figure(), line.spread(), line.machine(), line.against())) {
            html.append("<td class=\"number\">").append(DemoPage.escaped(cell)).append("</td>");
        }
        html.append("</tr>\n");
    }

    private void addPlot(StringBuilder html, Metric metric, String title, String unit, double scale) {
        Map<String, List<BenchRecord>> groups = table.all().stream().map(FabricTable.Line::record)
            .filter(record -> record.metric() == metric && record.size() > 0)
            .collect(Collectors.groupingBy(BenchRecord::bench, TreeMap::new, Collectors.toList()));
        SvgPlot plot = new SvgPlot(title).axes("bytes", unit).logX().logY().sizesAcross();
        groups.forEach((bench, records) -> {
            if (records.size() > 1) {
                plot.series(bench, records.stream().sorted(Comparator.comparingLong(BenchRecord::size))
                    .map(record -> new SvgPlot.Point(record.size(), record.p50() / scale)).toList());
            }
        });
        if (!plot.isEmpty()) {
            html.append(DemoPage.plot(plot));
        }
    }
}
