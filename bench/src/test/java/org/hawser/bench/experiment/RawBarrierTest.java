package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RawBarrierTest {
    private static final int RANKS = 4;
    private static final int ROUNDS = 500;

    private final MemorySegment memory = Arena.ofAuto().allocate(RawBarrier.BYTES, 128);
    private final AtomicInteger come = new AtomicInteger();
    private final AtomicInteger early = new AtomicInteger();

    @Test
    void nobodyPassesBeforeAllHaveCome() throws InterruptedException {
        Thread[] ranks = new Thread[RANKS];
        for (int i = 0; i < RANKS; i++) {
            ranks[i] = Thread.ofPlatform().daemon().start(this::run);
        }
        for (Thread rank : ranks) {
            rank.join();
        }
        assertEquals(RANKS * ROUNDS, come.get());
        assertEquals(0, early.get());
    }

    private void run() {
        RawBarrier barrier = new RawBarrier(memory, RANKS);
        for (int round = 1; round <= ROUNDS; round++) {
            come.incrementAndGet();
            barrier.await();
            if (come.get() < RANKS * round) {
                early.incrementAndGet();
            }
            barrier.await();
        }
    }
}
