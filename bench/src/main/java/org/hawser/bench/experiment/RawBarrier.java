package org.hawser.bench.experiment;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.RawWords;
import org.hawser.platform.memory.Words;

/**
 * The least that a barrier of ranks that share cores can be: every rank adds one to a word, the last one advances
 * another that all others watch, and who waits gives its core away. Nothing else: no messages are handled, and nobody
 * ever sleeps. What it takes is the machine's own cost of running every rank once. With a core each it is no floor:
 * its ranks watch so closely that they slow down who writes.
 *
 * <pre>
 *   0: arrived (ranks)      128: epoch (the last arrival writes)      256: end
 * </pre>
 *
 * <p><b>Threads:</b> one per rank.
 */
final class RawBarrier {
    static final long BYTES = 2L * Words.PAIR_OF_LINES;

    /** Held, so that it stays mapped. */
    private final MemorySegment memory;
    private final long arrived;
    private final long epoch;
    private final int ranks;

    /** A barrier of {@code ranks} ranks in zeroed memory that all of them have. */
    RawBarrier(MemorySegment memory, int ranks) {
        this.memory = memory;
        arrived = RawWords.addressOf(memory);
        epoch = arrived + Words.PAIR_OF_LINES;
        this.ranks = ranks;
    }

    /** Nanoseconds that {@code count} barriers take. */
    long run(int count) {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            await();
        }
        return System.nanoTime() - start;
    }

    void await() {
        long next = RawWords.getLong(epoch) + 1;
        if (RawWords.getAndAdd(arrived, 1) == ranks - 1) {
            RawWords.setLong(arrived, 0);
            // Release: the count is back to none before anybody comes again. Pairs with the acquire below.
            RawWords.setRelease(epoch, next);
            return;
        }
        while (RawWords.getAcquire(epoch) < next) {
            Thread.yield();
        }
    }
}
