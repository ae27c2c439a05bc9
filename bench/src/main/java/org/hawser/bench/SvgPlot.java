package org.hawser.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A line plot as an SVG element to put into a page. Text takes the page's colour; the colours of the series are the
 * CSS variables {@code --series-1} and on, with defaults that can be told apart on light and dark ground.
 *
 * <pre>{@code
 * String svg = new SvgPlot("Put").axes("bytes", "MB/s").logX().logY()
 *     .series("hawser", List.of(new SvgPlot.Point(8, 900), new SvgPlot.Point(64, 5100))).toSvg();
 * }</pre>
 *
 * <p><b>Threads:</b> one.
 */
public final class SvgPlot {

    /**
     * A point of a series.
     *
     * @param x across
     * @param y up
     */
    public record Point(double x, double y) {
    }

    private record Series(String name, List<Point> points) {
    }

    private static final int WIDTH = 760;
    private static final int HEIGHT = 360;
    private static final int LEFT = 64;
    private static final int RIGHT = 136;
    private static final int TOP = 34;
    private static final int BOTTOM = 48;
    private static final List<String> COLOURS =
        List.of("#3b82f6", "#f59e0b", "#10b981", "#ef4444", "#a855f7", "#14b8a6", "#ec4899", "#84cc16");

    private final String title;
    private final List<Series> series = new ArrayList<>();
    private String xLabel = "";
    private String yLabel = "";
    private boolean logX;
    private boolean logY;
    private boolean sizesAcross;

    /** An empty plot. */
    public SvgPlot(String title) {
        this.title = title;
    }

    /** Names what is across and what is up. */
    public SvgPlot axes(String across, String up) {
        xLabel = across;
        yLabel = up;
        return this;
    }

    /** Makes the axis across logarithmic; points that are not above 0 are left out. */
    public SvgPlot logX() {
        logX = true;
        return this;
    }

    /** Makes the axis up logarithmic; points that are not above 0 are left out. */
    public SvgPlot logY() {
        logY = true;
        return this;
    }

    /** Makes the axis across logarithmic and marks it at powers of two: 64, 4K, 1M. */
    public SvgPlot sizesAcross() {
        sizesAcross = true;
        return logX();
    }

    /** Adds a line through points, in order. */
    public SvgPlot series(String name, List<Point> points) {
        List<Point> drawable = points.stream().filter(this::isDrawable).toList();
        if (!drawable.isEmpty()) {
            series.add(new Series(name, drawable));
        }
        return this;
    }

    /** True when there is nothing to draw. */
    public boolean isEmpty() {
        return series.isEmpty();
    }

    /** The whole element. */
    public String toSvg() {
        StringBuilder svg = new StringBuilder(4096);
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ").append(WIDTH).append(' ')
            .append(HEIGHT).append("\" role=\"img\" font-family=\"system-ui,sans-serif\" font-size=\"12\">");
        svg.append("<title>").append(escaped(title)).append("</title>");
        text(svg, LEFT, 18, "start", title, "font-weight=\"600\" font-size=\"14\"");
        if (series.isEmpty()) {
            text(svg, WIDTH / 2.0, HEIGHT / 2.0, "middle", "no data", "opacity=\"0.6\"");
            return svg.append("</svg>").toString();
        }
        Axis across = new Axis(logX, series.stream().flatMap(s -> s.points().stream()).mapToDouble(Point::x),
            LEFT, WIDTH - RIGHT);
        Axis up = new Axis(logY, series.stream().flatMap(s -> s.points().stream()).mapToDouble(Point::y),
            HEIGHT - BOTTOM, TOP);
        drawAcross(svg, across);
        drawUp(svg, up);
        for (int i = 0; i < series.size(); i++) {
            drawSeries(svg, i, across, up);
        }
        drawLegend(svg);
        return svg.append("</svg>").toString();
    }

    private void drawAcross(StringBuilder svg, Axis axis) {
        for (double tick : sizesAcross ? axis.powersOfTwo(12) : axis.ticks(9)) {
            double x = axis.position(tick);
            line(svg, x, TOP, x, HEIGHT - BOTTOM);
            text(svg, x, HEIGHT - BOTTOM + 16, "middle", nameAcross(tick), "opacity=\"0.8\"");
        }
        text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", xLabel, "opacity=\"0.8\"");
    }

    private void drawUp(StringBuilder svg, Axis axis) {
        for (double tick : axis.ticks(7)) {
            double y = axis.position(tick);
            line(svg, LEFT, y, WIDTH - RIGHT, y);
            text(svg, LEFT - 6, y + 4, "end", Axis.shortNumber(tick), "opacity=\"0.8\"");
        }
        String turned = String.format(Locale.ROOT, "transform=\"rotate(-90 14 %d)\" opacity=\"0.8\"", HEIGHT / 2);
        text(svg, 14, HEIGHT / 2.0, "middle", yLabel, turned);
    }

    private void drawSeries(StringBuilder svg, int index, Axis across, Axis up) {
        StringBuilder path = new StringBuilder();
        StringBuilder dots = new StringBuilder();
        for (Point point : series.get(index).points()) {
            double x = across.position(point.x());
            double y = up.position(point.y());
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y));
            dots.append(String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s: %s, %s</title>"
                + "</circle>", x, y, escaped(series.get(index).name()), nameAcross(point.x()),
                Axis.shortNumber(point.y())));
        }
        String colour = colour(index);
        svg.append("<path d=\"").append(path).append("\" fill=\"none\" stroke-width=\"2\" style=\"stroke:")
            .append(colour).append("\"/><g style=\"fill:").append(colour).append("\">").append(dots).append("</g>");
    }

    private void drawLegend(StringBuilder svg) {
        for (int i = 0; i < series.size(); i++) {
            double y = TOP + 14 + i * 16;
            svg.append(String.format(Locale.ROOT, "<rect x=\"%d\" y=\"%.1f\" width=\"10\" height=\"10\" "
                + "style=\"fill:%s\"/>", WIDTH - RIGHT + 10, y - 9, colour(i)));
            text(svg, WIDTH - RIGHT + 25, y, "start", series.get(i).name(), "");
        }
    }

    private boolean isDrawable(Point point) {
        return Double.isFinite(point.x()) && Double.isFinite(point.y()) && (!logX || point.x() > 0)
            && (!logY || point.y() > 0);
    }

    private String nameAcross(double value) {
        return sizesAcross ? Axis.size(value) : Axis.shortNumber(value);
    }

    private static String colour(int index) {
        return "var(--series-" + (index + 1) + "," + COLOURS.get(index % COLOURS.size()) + ")";
    }

    private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
        svg.append(String.format(Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
            + "stroke=\"currentColor\" opacity=\"0.15\"/>", x1, y1, x2, y2));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text, String more) {
        svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" "
            + "fill=\"currentColor\" %s>", x, y, anchor, more)).append(escaped(text)).append("</text>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
