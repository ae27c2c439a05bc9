package org.hawser.bench.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hawser.bench.SvgPlot;
import org.hawser.bench.SvgPlot.Point;

/**
 * The demo's page: one file with everything in it, for a browser or a printer. The words and the looks are in the
 * resource {@code page.html}; {@code {{name}}} there is replaced by what this class makes.
 *
 * <p><b>Threads:</b> one.
 */
final class DemoPage {
    private static final Pattern HOLE = Pattern.compile("\\{\\{(\\w+)}}");

    private final HeatRun run;
    private final FabricTable fabric;
    private final Map<String, String> facts;

    DemoPage(HeatRun run, FabricTable fabric, Map<String, String> facts) {
        this.run = run;
        this.fabric = fabric;
        this.facts = facts;
    }

    /** The whole file. */
    String html() throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("gradient", ColourMap.gradient());
        parts.put("ranks", Integer.toString(run.ranks()));
        parts.put("cells", Integer.toString(run.cells()));
        parts.put("steps", String.format(Locale.ROOT, "%,d", run.steps()));
        parts.put("shape", run.down() + " × " + run.across());
        parts.put("verdictClass", run.isRight() ? "right" : "wrong");
        parts.put("verdict", run.isRight() ? "All three answers are that of a serial run, to the last bit."
            : "An answer is wrong: they differ from a serial run by " + run.puts().difference() + " with puts, "
                + run.mpi().difference() + " with MPI and " + run.pgas().difference() + " with PGAS.");
        parts.put("tiles", tiles());
        parts.put("frames", frames());
        parts.put("code", new HeatCode(run).html());
        parts.put("runPlots", plot(convergence()) + plot(timePerStep()));
        parts.put("fabric", fabric.isEmpty() ? "" : new FabricSection(fabric).html());
        parts.put("facts", factLines());
        return fill(template(), parts);
    }

    private static String template() throws IOException {
        try (InputStream page = DemoPage.class.getResourceAsStream("page.html")) {
            if (page == null) {
                throw new IOException("the page's template is not in the jar: page.html");
            }
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String fill(String template, Map<String, String> parts) {
        return HOLE.matcher(template).replaceAll(hole -> {
            String part = parts.get(hole.group(1));
            if (part == null) {
                throw new IllegalStateException("the page has a hole that nothing fills: name=" + hole.group(1));
            }
            return Matcher.quoteReplacement(part);
        });
    }

    /** A row of times, and below each what it says. */
    private String tiles() {
        String together = run.ranks() + " ranks, by ";
        return tile("%.2f s", run.serial().seconds(), "alone")
            + tile("%.2f s", run.puts().seconds(), together + "puts")
            + tile("%.2f s", run.mpi().seconds(), together + "MPI")
            + tile("%.2f s", run.pgas().seconds(), together + "PGAS")
            + tile("%.0f µs", run.serial().seconds() / run.steps() * 1e6, "a step, alone")
            + tile("%.2f ×", run.puts().speedUp(run.serial()), "speed-up of puts, once warm")
            + tile("%.2f ×", run.mpi().speedUp(run.serial()), "of MPI")
            + tile("%.2f ×", run.pgas().speedUp(run.serial()), "of PGAS");
    }

    private static String tile(String form, double figure, String what) {
        return "<div class=\"tile\"><b>" + String.format(Locale.ROOT, form, figure) + "</b><span>" + what
            + "</span></div>\n";
    }

    private String frames() {
        StringBuilder html = new StringBuilder();
        run.frames().forEach((step, png) -> {
            String when = step == 0 ? "at the start" : String.format(Locale.ROOT, "after %,d steps", step);
            html.append("<figure><div>").append(step == 0 ? cuts() : "").append("<img alt=\"Temperature ").append(when)
                .append("\" src=\"data:image/png;base64,").append(Base64.getEncoder().encodeToString(png))
                .append("\"></div><figcaption>").append(when).append("</figcaption></figure>\n");
        });
        return html.toString();
    }

    /** Lines where the plate is cut, laid over a picture. */
    private String cuts() {
        return String.format(Locale.ROOT, "<i class=\"cuts\" style=\"background-size:%.4f%% %.4f%%\"></i>",
            100.0 / run.across(), 100.0 / run.down());
    }

    static String plot(SvgPlot plot) {
        return "<div class=\"plot\">" + plot.toSvg() + "</div>\n";
    }

    private SvgPlot convergence() {
        List<Point> points = run.puts().marks().stream()
            .map(mark -> new Point(mark.step(), mark.change() * 1e6)).toList();
        return new SvgPlot("How much a step still changes").axes("steps", "largest change, millionths")
            .logX().logY().series("change", points);
    }

    private SvgPlot timePerStep() {
        return new SvgPlot("Time of a step, once the JVM is warm").axes("steps", "µs")
            .series(run.ranks() + " ranks, puts", perStep(run.puts().marks()))
            .series(run.ranks() + " ranks, MPI", perStep(run.mpi().marks()))
            .series(run.ranks() + " ranks, PGAS", perStep(run.pgas().marks()))
            .series("alone", perStep(run.serial().marks()));
    }

    private static List<Point> perStep(List<Track.Mark> marks) {
        List<Point> points = new ArrayList<>();
        Track.Mark before = marks.get(Track.WARM_UP_REPORTS - 1);
        for (Track.Mark mark : marks.subList(Track.WARM_UP_REPORTS, marks.size())) {
            points.add(new Point(mark.step(), (mark.nanos() - before.nanos()) / (mark.step() - before.step()) / 1e3));
            before = mark;
        }
        return points;
    }

    private String factLines() {
        StringBuilder html = new StringBuilder();
        facts.forEach((name, value) -> html.append("<tr><th>").append(name).append("</th><td class=\"text\">")
            .append(escaped(value)).append("</td></tr>\n"));
        return html.toString();
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
