package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hawser.runtime.wireup.Host;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong is refused with a text that says what, where and what to do; nothing is harmed, nobody hangs. */
class RefusalTest {
    private static final int BAD = 5;

    private static void refused(Pgas pgas, Runnable call, String... parts) {
        String text = assertThrows(RuntimeException.class, call::run).getMessage();
        for (String part : parts) {
            assertTrue(text.contains(part), text);
        }
        String here = "thread=" + pgas.myThread() + " rank=" + pgas.rank().number() + " host=" + Host.name();
        assertTrue(text.contains(here), text);
        assertTrue(text.contains("; "), text);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void ofArrays(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            SharedLongArray array = pgas.longs(10, Distribution.cyclic());
            array.forAll(i -> array.put(i, 7 * i));
            pgas.barrier();
            refused(pgas, () -> array.get(10), "index=10 length=10");
            refused(pgas, () -> array.put(-1, 3), "index=-1 length=10");
            refused(pgas, () -> array.getLocal(5), "place=5 length=5");
            refused(pgas, () -> array.at(2), "no such thread", "asked=2 threads=2");
            refused(pgas, () -> pgas.at(-1), "no such thread", "asked=-1 threads=2");
            pgas.barrier();
            assertEquals(7L * 45, pgas.collectives().reduce(array, Reduction.SUM));
            array.close();
            refused(pgas, () -> array.get(1), "was freed", "10 elements");
            refused(pgas, () -> array.put(1, 1), "was freed");
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void ofSemaphoresAndLocks(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            Semaphore semaphore = pgas.semaphore();
            semaphore.post(pgas.myThread(), Semaphore.MAX);
            refused(pgas, () -> {
                // To who posts where memory is shared, else to who takes.
                semaphore.post(pgas.myThread());
                semaphore.count();
            }, "cannot count that far", "count=" + Semaphore.MAX);
            assertEquals(Semaphore.MAX, semaphore.count());
            semaphore.close();
            GlobalLock lock = pgas.allLock();
            pgas.barrier();
            if (pgas.myThread() == 1) {
                lock.lock();
            }
            refused(pgas, lock::close, "cannot be freed while a thread holds it", "holder=1");
            if (pgas.myThread() == 1) {
                lock.unlock();
            }
            lock.close();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void ofCodeHandlersAndBarriers(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            Object bag = new Object();
            refused(pgas, () -> pgas.at(0).run(bag::hashCode), "not serialisable: class=java.lang.Object");
            pgas.messages().register(BAD, (token, arguments, payload) -> {
                throw new IllegalStateException("bad day");
            });
            pgas.barrier();
            if (pgas.myThread() == 0) {
                pgas.messages().send(1, BAD);
            } else {
                refused(pgas, () -> {
                    while (true) {
                        pgas.progress();
                    }
                }, "a handler has thrown: handler=" + BAD + " source=0", "bad day");
            }
            pgas.barrier();
            refused(pgas, () -> pgas.barrier(pgas.myThread()), "different values", "thread 0 with 0",
                "thread 1 with 1");
            pgas.barrier(3);
        });
    }
}
