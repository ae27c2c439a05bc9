package org.hawser.bench.demo;

import java.io.PrintStream;

/**
 * Shows how far a piece of work is: on a terminal one line that is redrawn, elsewhere a line every two seconds.
 *
 * <p><b>Threads:</b> any.
 */
final class ProgressBar {
    private static final int WIDTH = 20;
    /** A line that wraps cannot be redrawn. */
    private static final int COLUMNS = 79;
    private static final long REDRAW_NANOS = 50_000_000;
    private static final long LINE_NANOS = 2_000_000_000;
    private static final String CLEAR = "\r\033[K";

    private final PrintStream out;
    private final boolean terminal;
    private final String work;
    private final String full;
    private final String empty;
    /** When it was shown last, or asked to be for the first time; 0 before. */
    private long shown;
    private boolean drawn;

    ProgressBar(PrintStream out, boolean terminal, String work) {
        this.out = out;
        this.terminal = terminal;
        this.work = work;
        boolean blocks = out.charset().newEncoder().canEncode('█');
        full = blocks ? "█" : "#";
        empty = blocks ? "·" : ".";
    }

    /** True when standard output is a terminal that can redraw a line. */
    static boolean isTerminal() {
        return System.console() != null && System.console().isTerminal() && !"dumb".equals(System.getenv("TERM"));
    }

    /** Shows that {@code share} of the work, from 0 to 1, is done; says {@code more} behind it. */
    synchronized void show(double share, String more) {
        long now = System.nanoTime();
        if (shown == 0) {
            shown = now;
        }
        if (now - shown < (terminal ? REDRAW_NANOS : LINE_NANOS)) {
            return;
        }
        shown = now;
        int percent = (int) (100 * Math.clamp(share, 0, 1));
        if (terminal) {
            int filled = percent * WIDTH / 100;
            String line = "  " + work + " [" + full.repeat(filled) + empty.repeat(WIDTH - filled) + "] "
                + String.format("%3d %%  ", percent) + more;
            out.print(CLEAR + line.substring(0, Math.min(line.length(), COLUMNS)));
            drawn = true;
        } else {
            out.printf("  %s %d %%  %s%n", work, percent, more);
        }
        out.flush();
    }

    /** Takes the bar away and says how the work ended, if there is anything to say. */
    synchronized void done(String result) {
        if (drawn) {
            out.print(CLEAR);
        }
        if (!result.isEmpty()) {
            out.println("  " + work + ": " + result);
        }
        out.flush();
    }
}
