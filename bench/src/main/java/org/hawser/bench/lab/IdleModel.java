package org.hawser.bench.lab;

import java.util.Map;
import org.hawser.pgas.Pgas;

/**
 * A second programming model that stands beside the one that is measured and does nothing: what it costs to have it.
 * Whether it does is a setting of the job.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
public final class IdleModel implements AutoCloseable {
    private static final String SETTING = "HAWSER_BENCH_IDLE";
    private static final String PGAS = "pgas";

    /** Null when there is none. */
    private final Pgas pgas;

    private IdleModel(Pgas pgas) {
        this.pgas = pgas;
    }

    /** The settings of a job in which PGAS is started and idle. */
    public static Map<String, String> started() {
        return Map.of(SETTING, PGAS);
    }

    /** Starts what the settings ask for, mostly nothing; collective. */
    public static IdleModel open() {
        return new IdleModel(PGAS.equals(System.getenv(SETTING)) ? Pgas.start() : null);
    }

    /** Ends it; collective. */
    @Override
    public void close() {
        if (pgas != null) {
            pgas.close();
        }
    }
}
