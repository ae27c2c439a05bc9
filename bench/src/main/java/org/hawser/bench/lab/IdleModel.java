package org.hawser.bench.lab;

import java.util.Map;
import org.hawser.pgas.Pgas;

/**
 * A second programming model that begins in the middle of a job, stands beside the one that is measured and does
 * nothing: what it costs to have it. From then on it may come and go by turns. Whether it does, or nothing happens, is
 * a setting of the job.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
public final class IdleModel implements AutoCloseable {
    private static final String SETTING = "HAWSER_BENCH_IDLE";
    private static final String PGAS = "pgas";
    private static final String NONE = "none";

    /** Null before it begins, and when there is none. */
    private Pgas pgas;

    /** Of this job; nothing of it is loaded yet. */
    public IdleModel() {
    }

    /** The settings of a job in which PGAS begins in the middle. */
    public static Map<String, String> started() {
        return Map.of(SETTING, PGAS);
    }

    /** The settings of a job that goes on after the middle as before. */
    public static Map<String, String> none() {
        return Map.of(SETTING, NONE);
    }

    /** True for the settings of a job that is measured before the middle and after it. */
    public static boolean isIn(Map<String, String> settings) {
        return settings.containsKey(SETTING);
    }

    /**
     * True for the rounds in which it is there: 0, 3, 4, 7, 8 and so on. Of each two neighbours one has it, now the
     * first and now the second.
     */
    public static boolean isThereIn(int round) {
        return (round + 1 & 2) == 0;
    }

    /** Has it there in a round, or not; collective. */
    public void turn(int round) {
        if (isThereIn(round)) {
            begin();
        } else {
            close();
        }
    }

    /** Starts what the settings ask for, mostly nothing; collective. */
    public void begin() {
        if (pgas == null && PGAS.equals(System.getenv(SETTING))) {
            pgas = Pgas.start();
        }
    }

    /** Ends it; collective. */
    @Override
    public void close() {
        if (pgas != null) {
            pgas.close();
            pgas = null;
        }
    }
}
