package org.hawser.bench.demo;

import java.util.List;
import java.util.Locale;
import org.hawser.bench.Metric;

/**
 * The part of the demo's page about the fabric: the table, and bars for what has a limit to be held against.
 *
 * <p><b>Threads:</b> one.
 */
final class FabricSection {
    /** The longest bar; the rest of the line is for its figure. */
    private static final double BAR_PERCENT = 70;

    private final FabricTable table;

    FabricSection(FabricTable table) {
        this.table = table;
    }

    String html() {
        StringBuilder html = new StringBuilder("<h2>What the fabric does here</h2>\n")
            .append("<p class=\"faint\">Two ranks on ")
            .append(table.whereabouts()).append(", where nothing else is said. The machine's own figure is plain ")
            .append("Java on the same memory, taken in turn with ours.</p>\n");
        html.append("<div class=\"wide\"><table>\n<tr><th></th>");
        for (String column : List.of("median", "10 % to 90 %", "the machine", "against it")) {
            html.append("<th class=\"number\">").append(column).append("</th>");
        }
        html.append("</tr>\n");
        table.lines().forEach(line -> addLine(html, line));
        html.append("</table></div>\n<div class=\"plots\">\n");
        addBars(html, Metric.LATENCY, "Time of an operation");
        addBars(html, Metric.BANDWIDTH, "Bandwidth");
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

    /** A pair of bars for each figure that has a limit: ours, and the machine's. */
    private void addBars(StringBuilder html, Metric metric, String title) {
        List<FabricTable.Line> lines = table.lines().stream()
            .filter(line -> line.limit() != null && line.record().metric() == metric).toList();
        if (lines.isEmpty()) {
            return;
        }
        double most = lines.stream().mapToDouble(line -> Math.max(line.record().p50(), line.limit().p50())).max()
            .orElse(1);
        html.append("<div class=\"plot bars\"><h3>").append(title).append("</h3>\n");
        for (FabricTable.Line line : lines) {
            html.append("<p>").append(DemoPage.escaped(line.what())).append("</p>");
            addBar(html, "ours", line.record().p50() / most, line.figure());
            addBar(html, "machine", line.limit().p50() / most, line.machine());
        }
        html.append("</div>\n");
    }

    private static void addBar(StringBuilder html, String kind, double share, String text) {
        html.append(String.format(Locale.ROOT, "<div class=\"%s\"><i style=\"width:%.1f%%\"></i>", kind,
            BAR_PERCENT * share)).append("<span>").append(DemoPage.escaped(text)).append("</span></div>\n");
    }
}
