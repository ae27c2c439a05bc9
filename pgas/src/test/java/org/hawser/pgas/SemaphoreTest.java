package org.hawser.pgas;

import static org.hawser.pgas.MemoryTest.refused;
import static org.hawser.pgas.MemoryTest.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.hawser.runtime.Handle;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Counters that tell a thread that data is there. */
class SemaphoreTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void dataIsThereWhenItsSignalIs(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            int words = 2000;
            GlobalPointer all = pgas.allAlloc(3, 8 * words);
            Semaphore full = pgas.semaphore();
            Semaphore empty = pgas.semaphore();
            int next = (pgas.myThread() + 1) % 3;
            int previous = (pgas.myThread() + 2) % 3;
            long[] data = new long[words];
            Handle handle = new Handle();
            refused(() -> pgas.memputSignal(all, words(data), 0, 8, full, 1, null), "needs a handle");
            for (int round = 1; round <= 50; round++) {
                Arrays.fill(data, round);
                int length = round % 2 == 0 ? words : 1;
                GlobalPointer there = all.plus(8L * words * next);
                if (round % 3 == 0) {
                    pgas.memputSignal(there, words(data), 0, 8L * length, full, 1, handle);
                    pgas.await(handle);
                } else {
                    pgas.memputSignal(there, words(data), 0, 8L * length, full, 1);
                }
                full.await();
                GlobalPointer mine = all.plus(8L * words * pgas.myThread());
                assertEquals(round, MemoryTest.get(pgas, mine));
                assertEquals(round, MemoryTest.get(pgas, mine.plus(8L * (length - 1))));
                empty.post(previous);
                empty.await();
            }
            assertEquals(0, full.count());
            full.close();
            empty.close();
            refused(() -> full.post(0), "freed");
            refused(full::await, "freed");
            refused(full::close, "freed");
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void aPutWithSignalComesAfterWhatTheThreadPutThereBefore(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            int words = 250_000;
            GlobalPointer all = pgas.allAlloc(2, 8 * words);
            SharedLongArray elements = pgas.longs(2, Distribution.cyclic());
            Semaphore full = pgas.semaphore();
            int other = 1 - pgas.myThread();
            GlobalPointer there = all.plus(8L * words * other);
            GlobalPointer mine = all.plus(8L * words * pgas.myThread());
            long[] data = new long[words];
            for (int round = 1; round <= 20; round++) {
                Arrays.fill(data, round);
                pgas.memput(there.plus(8), words(data), 0, 8L * (words - 1), null);
                elements.put(other, round);
                pgas.memputSignal(there, words(round), 0, 8, full, 1);
                full.await();
                assertEquals(round, mine.local().get(ValueLayout.JAVA_LONG, 8L * (words - 1)));
                assertEquals(round, elements.getLocal(0));
                pgas.barrier();
            }
            full.close();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void countsAddUpAndAreTakenWhole(String name, Medium medium) {
        PgasJob.run(medium, 4, pgas -> {
            Semaphore semaphore = pgas.semaphore();
            for (int i = 0; i < 100; i++) {
                semaphore.post(0, 3);
            }
            semaphore.post(0, 0);
            if (pgas.myThread() == 0) {
                semaphore.await(1199);
                assertFalse(semaphore.tryTake(2));
                assertTrue(semaphore.tryTake(1));
                assertTrue(semaphore.tryTake(0));
                assertEquals(0, semaphore.count());
            }
            semaphore.close();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void whatWouldOverflowIsRefusedAndTheCountUnharmed(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            Semaphore semaphore = pgas.semaphore();
            refused(() -> semaphore.post(2), "no such thread");
            refused(() -> semaphore.post(-1), "no such thread");
            refused(() -> semaphore.post(0, -1), "negative");
            refused(() -> semaphore.tryTake(-1), "negative");
            refused(() -> semaphore.await(-1), "negative");
            GlobalPointer told = pgas.allAlloc(2, 8);
            if (pgas.myThread() == 0) {
                semaphore.post(1, Semaphore.MAX - 1);
                try {
                    semaphore.post(1, 2);
                } catch (PgasException e) {
                    assertTrue(e.getMessage().contains("cannot count that far"), e.getMessage());
                    pgas.memput(told, words(1));
                }
            }
            pgas.barrier();
            if (pgas.myThread() == 1) {
                if (MemoryTest.get(pgas, told) == 0) {
                    refused(() -> semaphore.await(Semaphore.MAX), "cannot count that far");
                }
                assertEquals(Semaphore.MAX - 1, semaphore.count());
                assertTrue(semaphore.tryTake(Semaphore.MAX - 1));
                assertFalse(semaphore.tryTake(1));
            }
            semaphore.close();
        });
    }

    @Test
    @Tag("once")
    void aPutWhoseSignalIsKnownNotToFitMovesNothing() {
        PgasJob.run(3, pgas -> {
            Semaphore semaphore = pgas.semaphore();
            GlobalPointer there = pgas.allAlloc(3, 8).plus(8);
            if (pgas.myThread() == 0) {
                pgas.memputSignal(there, words(5), 0, 8, semaphore, Semaphore.MAX);
                refused(() -> pgas.memputSignal(there, words(6), 0, 8, semaphore, 1), "cannot count that far");
                refused(() -> pgas.memputSignal(there, words(6), 0, 8, semaphore, 1, new Handle()), "cannot count");
                assertEquals(5, MemoryTest.get(pgas, there));
            }
            pgas.barrier();
            if (pgas.myThread() == 1) {
                semaphore.await(Semaphore.MAX);
            }
            pgas.barrier();
            if (pgas.myThread() == 0) {
                pgas.memputSignal(there, words(7), 0, 8, semaphore, Semaphore.MAX);
                assertEquals(7, MemoryTest.get(pgas, there));
            }
            pgas.barrier();
            // What thread 0 has posted is not known here: the signal is refused all the same, if late.
            if (pgas.myThread() == 2) {
                refused(() -> pgas.memputSignal(there, words(8), 0, 8, semaphore, 1), "cannot count that far");
                refused(() -> pgas.memputSignal(there, words(9), 0, 8, semaphore, 1), "cannot count that far");
                assertEquals(8, MemoryTest.get(pgas, there));
            }
            semaphore.close();
        });
    }
}
