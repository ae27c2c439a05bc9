package org.hawser.bench.experiment;

import java.lang.foreign.MemorySegment;
import org.hawser.runtime.MessageHandler;
import org.hawser.runtime.Rank;

/**
 * Counts the messages that have come, and waits for more. A message may come before it is waited for: while its rank
 * still stands in the barrier.
 *
 * <p><b>Threads:</b> the rank's main thread; handlers run on it while it waits.
 */
final class Arrivals implements MessageHandler, Runnable {
    private static final int QUICK_LOOKS = 200;

    private long come;
    private long awaited;

    @Override
    public void onMessage(int source, MemorySegment memory, long offset, int length) {
        come++;
    }

    @Override
    public void run() {
        come++;
    }

    /** As {@link #await}, where ranks share cores: gives the core away after a while. */
    void awaitAmongMany(Rank rank, long count) {
        awaited += count;
        rank.await(() -> come >= awaited);
    }

    /** Waits for {@code count} more than were waited for before. */
    void await(Rank rank, long count) {
        awaited += count;
        for (int looks = 0; come < awaited; looks++) {
            // As waits of the runtime: first without the processor's pause.
            if (rank.progress() == 0 && looks > QUICK_LOOKS) {
                Thread.onSpinWait();
            }
        }
    }
}
