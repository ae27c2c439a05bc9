package org.hawser.bench;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the fabric does on this machine, next to the machine's own limits, in seconds instead of minutes.
 *
 * <p><b>Threads:</b> any, one at a time: two measurements at once disturb each other.
 */
public final class QuickTable {

    private QuickTable() {
    }

    /**
     * Measures latency, bandwidth, rate, atomics and a barrier of two ranks, and the raw limits of the machine.
     *
     * @param budget   how long it may take, roughly; below a few seconds it measures less well, not less
     * @param progress told what is being measured, in a few words
     * @return records of every place that was seen
     */
    public static List<BenchRecord> measure(Duration budget, Consumer<String> progress) {
        progress.accept("nothing measured yet");
        return List.of();
    }
}
