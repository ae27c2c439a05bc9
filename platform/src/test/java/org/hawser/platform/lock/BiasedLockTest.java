package org.hawser.platform.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BiasedLockTest {
    /** Not volatile: the lock alone makes it right. */
    private long guarded;

    @Test
    void theOwnerDoesNotGetInTwice() {
        BiasedLock lock = new BiasedLock();
        assertTrue(lock.tryAcquire());
        assertTrue(lock.isHeldByCurrentThread());
        assertFalse(lock.tryAcquire());
        lock.release();
        assertFalse(lock.isHeldByCurrentThread());
        assertTrue(lock.tryAcquire());
        lock.release();
    }

    @Test
    void aSecondThreadWaitsForTheOwnerAndThenSeesWhatItWrote() throws InterruptedException {
        BiasedLock lock = new BiasedLock();
        lock.acquire();
        CountDownLatch started = new CountDownLatch(1);
        long[] seen = new long[1];
        Thread newcomer = Thread.ofPlatform().start(() -> {
            started.countDown();
            lock.acquire();
            seen[0] = guarded;
            lock.release();
        });
        started.await();
        newcomer.join(50);
        assertTrue(newcomer.isAlive(), "the newcomer got in beside the owner");
        guarded = 42;
        lock.release();
        newcomer.join();
        assertEquals(42, seen[0]);
    }

    /** The owner is in full flight when the others come: each repetition ends one bias under load. */
    @RepeatedTest(20)
    void noIncrementIsLostWhileTheBiasEnds() throws InterruptedException {
        BiasedLock lock = new BiasedLock();
        int perThread = 100_000;
        guarded = 0;
        CountDownLatch ownerRuns = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        threads.add(Thread.ofPlatform().start(() -> {
            for (int i = 0; i < perThread; i++) {
                increment(lock);
                if (i == perThread / 10) {
                    ownerRuns.countDown();
                }
            }
        }));
        ownerRuns.await();
        for (int t = 0; t < 2; t++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < perThread; i++) {
                    increment(lock);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(3L * perThread, guarded);
    }

    private void increment(BiasedLock lock) {
        lock.acquire();
        guarded++;
        lock.release();
    }

    @Test
    @Timeout(60)
    void virtualThreadsThatWaitLeaveTheirCarriersToTheHolder() throws InterruptedException {
        BiasedLock lock = new BiasedLock();
        CountDownLatch held = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        Thread holder = Thread.ofVirtual().start(() -> {
            lock.acquire();
            held.countDown();
            LockSupport.park();
            lock.release();
        });
        held.await();
        Thread[] others = new Thread[4 * Runtime.getRuntime().availableProcessors()];
        for (int i = 0; i < others.length; i++) {
            others[i] = Thread.ofVirtual().start(() -> {
                lock.acquire();
                inside.incrementAndGet();
                lock.release();
            });
        }
        Thread.sleep(50);
        LockSupport.unpark(holder);
        for (Thread other : others) {
            other.join();
        }
        assertEquals(others.length, inside.get());
    }
}
