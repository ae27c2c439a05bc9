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
            + "cores were ").append(table.place().word()).append(" while these were taken. The machine's own limit is "
            + "plain Java on the same memory, in the same run.</p>\n");
        html.append("<div class=\"wide\"><table>\n<tr><th></th>");
        for (String column : List.of("median", "10 % to 90 %", "machine", "against it")) {
            html.append("<th class=\"number\">").append(column).append("</th>");
        }
        html.append("</tr>\n");
        for (FabricTable.Line line : table.lines()) {
            html.append(FabricTable.isMachine(line.record()) ? "<tr class=\"machine\"><td>" : "<tr><td>")
                .append(DemoPage.escaped(line.what())).append("</td>");
            for (String cell : List.of(line.figure(), line.spread(), line.machine(), line.against())) {
                html.append("<td class=\"number\">").append(DemoPage.escaped(cell)).append("</td>");
            }
            html.append("</tr>\n");
        }
        html.append("</table></div>\n<div class=\"plots\">\n");
        addPlot(html, Metric.LATENCY, "Time of an operation", "ns", 1);
        addPlot(html, Metric.BANDWIDTH, "Bandwidth", "GB/s", 1e3);
        return html.append("</div>\n").toString();
    }

    private void addPlot(StringBuilder html, Metric metric, String title, String unit, double scale) {
        Map<String, List<BenchRecord>> groups = table.records().stream().filter(record -> record.metric() == metric)
            .filter(record -> record.size() > 0)
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
