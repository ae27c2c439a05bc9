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

    private final long seconds = Settings.number("hawser.wireup.patience", DEFAULT_SECONDS, 1, 86_400);
    private final long deadline = System.nanoTime() + seconds * 1_000_000_000L;

    boolean isOver() {
        return System.nanoTime() - deadline > 0;
    }

    /** The whole of it, in milliseconds. */
    long millis() {
        return seconds * 1_000;
    }

    @Override
    public String toString() {
        return seconds + "s (hawser.wireup.patience)";
    }
}
