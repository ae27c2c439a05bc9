package org.hawser.runtime.wireup;

import org.hawser.platform.settings.Settings;

/**
 * How long a rank waits for another one that has not come so far: {@code hawser.wireup.patience} seconds.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class Patience {
    /** How long to wait between two looks. */
    static final long LOOK_NANOS = 500_000;

    private static final long DEFAULT_SECONDS = 60;
    private static final long ANSWER_SECONDS = 20;

    private final long seconds;
    private final long deadline;

    Patience() {
        this(Settings.number("hawser.wireup.patience", DEFAULT_SECONDS, 1, 86_400));
    }

    private Patience(long seconds) {
        this.seconds = seconds;
        this.deadline = System.nanoTime() + seconds * 1_000_000_000L;
    }

    /** For an answer that depends on no other rank: a few seconds, or less where ranks have less. */
    static Patience forAnAnswer() {
        return new Patience(Math.min(ANSWER_SECONDS, new Patience().seconds));
    }

    boolean isOver() {
        return System.nanoTime() - deadline > 0;
    }

    /** What is left, at least 0. */
    long millis() {
        return Math.max(0, (deadline - System.nanoTime()) / 1_000_000);
    }

    @Override
    public String toString() {
        return seconds + "s (hawser.wireup.patience)";
    }
}
