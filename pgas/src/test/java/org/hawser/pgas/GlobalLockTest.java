package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.fabric.FabricException;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Locks of a team. */
class GlobalLockTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void oneThreadHoldsItAtATime(String name, Medium medium) {
        for (int threads : new int[] {1, 2, 3, 4, 8}) {
            long[] plain = new long[1];
            AtomicInteger inside = new AtomicInteger();
            PgasJob.run(medium, threads, pgas -> {
                try (GlobalLock lock = pgas.allLock(threads - 1)) {
                    for (int i = 0; i < 40; i++) {
                        if (i % 4 != 0 || !lock.tryLock()) {
                            lock.lock();
                        }
                        assertTrue(lock.isHeld());
                        assertEquals(1, inside.incrementAndGet());
                        plain[0]++;
                        inside.decrementAndGet();
                        lock.unlock();
                    }
                    pgas.barrier();
                    assertEquals(40L * threads, plain[0]);
                }
            });
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void thoseThatWaitGetItInTheOrderTheyCame(String name, Medium medium) {
        List<Integer> order = new CopyOnWriteArrayList<>();
        PgasJob.run(medium, 4, pgas -> {
            GlobalLock lock = pgas.allLock();
            int me = pgas.myThread();
            if (me == 0) {
                lock.lock();
            }
            pgas.barrier();
            if (me > 0) {
                // Thread 3 comes first, then 2, then 1.
                pgas.rank().await(() -> lock.queue().last() == (me + 1) % 4);
                lock.lock();
            } else {
                pgas.rank().await(() -> lock.queue().last() == 1);
            }
            order.add(me);
            lock.unlock();
            lock.close();
        });
        assertEquals(List.of(0, 3, 2, 1), order);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void mistakesAreRefusedAndTheLockGoesOn(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            GlobalLock lock = pgas.allLock(1);
            assertThrows(PgasException.class, lock::unlock);
            pgas.barrier();
            if (pgas.myThread() == 2) {
                lock.lock();
                assertThrows(PgasException.class, lock::lock);
                assertThrows(PgasException.class, lock::tryLock);
            }
            String text = assertThrows(PgasException.class, lock::close).getMessage();
            assertTrue(text.contains("holder=2"), text);
            if (pgas.myThread() == 2) {
                lock.unlock();
            }
            lock.lock();
            lock.unlock();
            assertFalse(lock.isHeld());
            lock.close();
            lock.close();
            assertThrows(PgasException.class, lock::lock);
            assertThrows(PgasException.class, lock::tryLock);
            assertThrows(PgasException.class, lock::unlock);
        });
    }

    @Test
    void aHeldLockIsNotTakenByTryLock() {
        PgasJob.run(2, pgas -> {
            GlobalLock lock = pgas.allLock();
            if (pgas.myThread() == 1) {
                assertTrue(lock.tryLock());
            }
            pgas.barrier();
            if (pgas.myThread() == 0) {
                assertFalse(lock.tryLock());
            }
            pgas.barrier();
            if (pgas.myThread() == 1) {
                lock.unlock();
            }
            lock.close();
        });
    }

    @Test
    void teamsHaveLocksOfTheirOwn() {
        AtomicInteger[] inside = {new AtomicInteger(), new AtomicInteger()};
        PgasJob.run(5, pgas -> {
            int colour = pgas.myThread() % 2;
            Pgas team = pgas.split(colour, -pgas.myThread());
            GlobalLock lock = team.allLock(team.threads() - 1);
            for (int i = 0; i < 50; i++) {
                lock.lock();
                assertEquals(1, inside[colour].incrementAndGet());
                inside[colour].decrementAndGet();
                lock.unlock();
            }
            lock.close();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void aHolderThatEndsEndsTheWaitOfAll(String name, Medium medium) {
        AssertionError failure = assertThrows(AssertionError.class, () -> PgasJob.run(medium, 4, pgas -> {
            GlobalLock lock = pgas.allLock();
            if (pgas.myThread() == 1) {
                lock.lock();
            }
            pgas.barrier();
            if (pgas.myThread() == 1) {
                throw new IllegalStateException("gone");
            }
            for (int i = 0; i < 2; i++) {
                FabricException lost = assertThrows(FabricException.class, lock::lock);
                assertEquals(FabricException.Severity.PEER_LOST, lost.severity());
            }
        }));
        assertEquals("gone", failure.getCause().getMessage());
    }
}
