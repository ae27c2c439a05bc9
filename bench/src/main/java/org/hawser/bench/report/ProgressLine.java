package org.hawser.bench.report;

import java.io.PrintStream;

/**
 * Says what is going on once that has lasted two seconds: one line that is written over on a terminal, a line every ten
 * seconds elsewhere.
 *
 * <p><b>Threads:</b> any.
 */
public final class ProgressLine implements AutoCloseable {
    private static final long FIRST_NANOS = 2_000_000_000L;
    private static final long TERMINAL_NANOS = 100_000_000L;
    private static final long ELSEWHERE_NANOS = 10_000_000_000L;

    private final PrintStream out;
    private final boolean terminal;
    private final long start = System.nanoTime();
    private long last = start - ELSEWHERE_NANOS;
    private boolean shown;

    /** A line on {@code out}, which may be a terminal. */
    public ProgressLine(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Shows a text, or leaves the last one a little longer. */
    public synchronized void show(String text) {
        long now = System.nanoTime();
        if (now - start < FIRST_NANOS || now - last < (terminal ? TERMINAL_NANOS : ELSEWHERE_NANOS)) {
            return;
        }
        last = now;
        String line = "hawser bench: " + text + " (" + (now - start) / 1_000_000_000L + " s)";
        if (terminal) {
            out.print("\r\u001b[K" + line);
            out.flush();
            shown = true;
        } else {
            out.println(line);
        }
    }

    /** Wipes the line away. */
    @Override
    public synchronized void close() {
        if (shown) {
            out.print("\r\u001b[K");
            out.flush();
            shown = false;
        }
    }
}
