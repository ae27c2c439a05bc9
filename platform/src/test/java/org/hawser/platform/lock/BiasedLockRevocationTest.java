package org.hawser.platform.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BiasedLockRevocationTest {
    private int guarded;

    /** The owner is inside again and again while several others take the bias away from it at once. */
    @Test
    void excludesTheOwnerWhileSeveralOthersEndItsBias() throws Exception {
        for (int trial = 0; trial < 60; trial++) {
            int others = 3;
            BiasedLock lock = new BiasedLock();
            guarded = 0;
            AtomicInteger turns = new AtomicInteger();
            CyclicBarrier ready = new CyclicBarrier(others + 1);
            AtomicInteger running = new AtomicInteger(others);
            Thread[] threads = new Thread[others + 1];
            for (int i = 0; i <= others; i++) {
                boolean owner = i == 0;
                threads[i] = Thread.ofPlatform().start(() -> {
                    if (owner) {
                        turn(lock, turns);
                    }
                    await(ready);
                    while (owner && running.get() > 0) {
                        turn(lock, turns);
                    }
                    for (int n = 0; !owner && n < 50; n++) {
                        turn(lock, turns);
                    }
                    running.decrementAndGet();
                });
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(turns.get(), guarded, "trial " + trial);
        }
    }

    /** Long enough inside to be met there. */
    private void turn(BiasedLock lock, AtomicInteger turns) {
        lock.acquire();
        int before = guarded;
        for (int i = 0; i < 50; i++) {
            Thread.onSpinWait();
        }
        guarded = before + 1;
        lock.release();
        turns.incrementAndGet();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
