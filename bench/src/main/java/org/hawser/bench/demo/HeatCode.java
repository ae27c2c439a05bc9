package org.hawser.bench.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a rank and its neighbours exchange edges, in MPI and in PGAS: lines of the two programs that do the same, next to
 * each other. A test sees to it that they are in the programs.
 *
 * <p><b>Threads:</b> immutable.
 */
final class HeatCode {

    /**
     * Lines of both programs that do the same.
     *
     * @param what in a word
     * @param mpi  lines of {@code MpiHalo}
     * @param pgas lines of {@code PgasHalo}
     */
    record Part(String what, List<String> mpi, List<String> pgas) {
    }

    /** In the order in which a program has them. */
    static final List<Part> PARTS = List.of(
        new Part("prepare",
            List.of("sends[side] = world.sendInit(out[side], cells, MPI.DOUBLE, peer, opposite);",
                "receives[side] = world.recvInit(in[side], cells, MPI.DOUBLE, peer, side);"),
            List.of("inboxes = pgas.allAlloc(pgas.threads(), 2 * SIDES * slotBytes);",
                "come = new Semaphore[] {pgas.semaphore(), pgas.semaphore()};")),
        new Part("send",
            List.of("Prequest.startAll(receives);", "Request.waitAll(sends);",
                "out[NORTH].put(0, field, stride + 1, block.width());", "Prequest.startAll(sends);"),
            List.of("pgas.memputSignal(target, MemorySegment.ofArray(source), 8L * from, 8L * count, come[step & 1], "
                + "1);")),
        new Part("receive",
            List.of("Request.waitAll(receives);", "in[NORTH].get(0, field, 1, block.width());"),
            List.of("come[step & 1].await(neighbours);",
                "MemorySegment.copy(mine, JAVA_DOUBLE, slot(step, side), field, row * stride + 1, block.width());")));

    private final HeatRun run;

    HeatCode(HeatRun run) {
        this.run = run;
    }

    /** Both, for a terminal. */
    List<String> text() {
        List<String> text = new ArrayList<>();
        for (Part part : PARTS) {
            add(text, part.what(), "MPI", part.mpi());
            add(text, "", "PGAS", part.pgas());
        }
        add(text, "time", "MPI", List.of(time(run.mpi())));
        add(text, "", "PGAS", List.of(time(run.pgas())));
        return text;
    }

    private static void add(List<String> text, String what, String model, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            text.add(String.format("  %-8s %-5s %s", i == 0 ? what : "", i == 0 ? model : "", lines.get(i)));
        }
    }

    /** Both, side by side, for the page. */
    String html() {
        return "<div class=\"plots code\">\n" + column("MPI: messages", run.mpi(), true)
            + column("PGAS: puts that signal", run.pgas(), false) + "</div>\n";
    }

    private String column(String title, Track track, boolean mpi) {
        StringBuilder html = new StringBuilder("<div class=\"plot\"><h3>");
        html.append(title).append("</h3>\n<b>").append(time(track)).append("</b>\n");
        for (Part part : PARTS) {
            html.append("<p>").append(part.what()).append("</p><pre>");
            (mpi ? part.mpi() : part.pgas()).forEach(line ->
                html.append("<code>").append(DemoPage.escaped(line)).append("</code>"));
            html.append("</pre>\n");
        }
        return html.append("</div>\n").toString();
    }

    private String time(Track track) {
        double seconds = track.seconds();
        return String.format(Locale.ROOT, "%.2f s, %.0f µs a step", seconds, seconds / run.steps() * 1e6);
    }
}
