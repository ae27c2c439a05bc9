package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that runs at another thread, and what comes back. */
class CallsTest {
    /** What code leaves where it ran: ranks of a test share the statics. */
    private static final Map<String, Integer> SEEN = new ConcurrentHashMap<>();
    private static final AtomicInteger ROUND = new AtomicInteger();
    /** What a call waits for and answers. */
    private static final BlockingQueue<Integer> ANSWERS = new LinkedBlockingQueue<>();

    /** An exception that cannot travel. */
    private static final class Stubborn extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Object luggage = new Object();

        Stubborn(String message) {
            super(message, new IllegalArgumentException("deeper"));
        }

        @Override
        public String toString() {
            return "Stubborn " + getMessage() + (luggage == null ? "" : "");
        }
    }

    private static int fail() {
        throw new IllegalStateException("no luck");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void codeRunsAtEveryThreadAndItsResultComesBack(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            int mark = 100 * pgas.myThread();
            for (int thread = 0; thread < pgas.threads(); thread++) {
                assertEquals(mark + thread, pgas.at(thread).call(() -> mark + pgas.myThread()).join());
            }
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void longCodeAndLongResultsTravelInPieces(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            long[] many = new long[100_000];
            Arrays.setAll(many, i -> i * 31L + pgas.myThread());
            int other = 1 - pgas.myThread();
            long[] back = pgas.at(other).call(() -> {
                long[] turned = new long[many.length];
                Arrays.setAll(turned, i -> many[many.length - 1 - i]);
                return turned;
            }).join();
            for (int i = 0; i < many.length; i++) {
                assertEquals(many[many.length - 1 - i], back[i]);
            }
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void codeMayWaitAndCallBack(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            if (pgas.myThread() == 0) {
                // There, here, there again: each waits for the next.
                int sum = pgas.at(1).call(() -> 1 + pgas.at(0).call(() -> 10 + pgas.at(1).call(() -> 100).join())
                    .join()).join();
                assertEquals(111, sum);
            }
            pgas.barrier();
        });
    }

    /** Says when it comes out of its bytes, which is when the code that holds it begins. */
    private static final class Witness implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final List<Integer> ORDER = Collections.synchronizedList(new ArrayList<>());

        private final int number;

        Witness(int number) {
            this.number = number;
        }

        private Object readResolve() {
            ORDER.add(number);
            return this;
        }
    }

    @Test
    void callsOfOneSenderBeginInOrder() {
        Witness.ORDER.clear();
        PgasJob.run(2, pgas -> {
            if (pgas.myThread() == 0) {
                List<RemoteFuture<Integer>> all = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    Witness witness = new Witness(i);
                    all.add(pgas.at(1).call(() -> witness.number));
                }
                for (int i = 0; i < all.size(); i++) {
                    assertEquals(i, all.get(i).join());
                    assertEquals(i, Witness.ORDER.get(i));
                }
            }
            pgas.barrier();
        });
    }

    @Test
    void aCallMayWaitForALaterOne() {
        String key = "later-" + ROUND.incrementAndGet();
        PgasJob.run(2, pgas -> {
            if (pgas.myThread() == 0) {
                RemoteFuture<Void> first = pgas.at(1).start(() -> pgas.rank().await(() -> SEEN.containsKey(key)));
                pgas.at(1).run(() -> SEEN.put(key, 1));
                first.join();
            }
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void codeFindsTheOtherThreadsOwnOfWhatTheyShare(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            SharedLongArray array = pgas.longs(30, Distribution.even());
            array.forAll(i -> array.put(i, 100 * i));
            pgas.barrier();
            int next = (pgas.myThread() + 1) % 3;
            long sum = pgas.at(next).call(() -> {
                long local = 0;
                for (long place = 0; place < array.localLength(); place++) {
                    local += array.getLocal(place);
                }
                return local;
            }).join();
            assertEquals(100 * (10L * 10 * next + 45), sum);
            Semaphore semaphore = pgas.semaphore();
            GlobalLock lock = pgas.allLock();
            GlobalPointer first = array.pointer(0);
            pgas.barrier();
            pgas.at(next).run(() -> {
                lock.lock();
                pgas.atomics().add(first, 1);
                lock.unlock();
                semaphore.post(pgas.myThread());
            });
            semaphore.await();
            pgas.barrier();
            assertEquals(3, array.get(0));
            pgas.barrier();
            array.close();
        });
    }

    @Test
    void runReturnsWhenTheCodeHasEnded() {
        String key = "ran-" + ROUND.incrementAndGet();
        PgasJob.run(2, pgas -> {
            if (pgas.myThread() == 0) {
                pgas.at(1).run(() -> SEEN.put(key, pgas.myThread()));
                assertEquals(1, SEEN.get(key));
                assertNull(pgas.at(1).start(() -> { }).join());
            }
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void whatItThrowsIsThrownAtTheCaller(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            int other = 1 - pgas.myThread();
            PgasException joined = assertThrows(PgasException.class, () -> pgas.at(other).run(CallsTest::fail));
            assertInstanceOf(IllegalStateException.class, joined.getCause());
            assertTrue(joined.getMessage().contains("thread " + other), joined.getMessage());
            assertTrue(joined.getMessage().contains("no luck"), joined.getMessage());
            assertEquals("fail", joined.getCause().getStackTrace()[0].getMethodName());
            ExecutionException got = assertThrows(ExecutionException.class,
                () -> pgas.at(other).call(CallsTest::fail).get());
            assertInstanceOf(IllegalStateException.class, got.getCause());
            pgas.barrier();
        });
    }

    @Test
    void whatCannotTravelIsToldAsText() {
        PgasJob.run(2, pgas -> {
            if (pgas.myThread() == 0) {
                PgasException thrown = assertThrows(PgasException.class, () -> pgas.at(1).run(() -> {
                    throw new Stubborn("stays here");
                }));
                assertTrue(thrown.getMessage().contains("Stubborn stays here"), thrown.getMessage());
                assertTrue(thrown.getCause().getStackTrace().length > 0);
                assertTrue(thrown.getCause().getCause().getMessage().contains("deeper"));
                PgasException result = assertThrows(PgasException.class, () -> pgas.at(1).call(Object::new).join());
                assertTrue(result.getMessage().contains("class=java.lang.Object"), result.getMessage());
                assertEquals(5, pgas.at(1).call(() -> 5).join());
            }
            pgas.barrier();
        });
    }

    @Test
    void codeThatCannotTravelIsRefusedByName() {
        PgasJob.run(2, pgas -> {
            Object bag = new Object();
            PgasException refused = assertThrows(PgasException.class,
                () -> pgas.at(1).call(() -> bag.hashCode()));
            assertTrue(refused.getMessage().contains("class=java.lang.Object"), refused.getMessage());
            assertTrue(refused.getMessage().contains("thread 1"), refused.getMessage());
            assertThrows(PgasException.class, () -> pgas.at(1).run(null));
            assertThrows(PgasException.class, () -> pgas.at(2));
            assertThrows(PgasException.class, () -> pgas.at(-1));
            assertEquals(7, pgas.at(1).call(() -> 7).join());
            pgas.barrier();
        });
    }

    @Test
    void oneWaitsNoLongerThanOneWants() {
        PgasJob.run(2, pgas -> {
            if (pgas.myThread() == 0) {
                RemoteFuture<Integer> slow = pgas.at(1).call(() -> ANSWERS.take());
                assertThrows(TimeoutException.class, () -> slow.get(1, TimeUnit.MILLISECONDS));
                assertFalse(slow.cancel(true));
                ANSWERS.add(3);
                while (!slow.isDone()) {
                    Thread.onSpinWait();
                }
                assertEquals(3, slow.get(10, TimeUnit.SECONDS));
            }
            pgas.barrier();
        });
    }

    @Test
    void anInterruptEndsAWait() {
        PgasJob.run(2, pgas -> {
            if (pgas.myThread() == 0) {
                RemoteFuture<Integer> slow = pgas.at(1).call(() -> ANSWERS.take());
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, slow::get);
                ANSWERS.add(3);
                assertEquals(3, slow.get());
            }
            pgas.barrier();
        });
    }

    @Test
    void largeStructuresPassTheFilter() {
        PgasJob.run(2, pgas -> {
            if (pgas.myThread() == 0) {
                TreeMap<Integer, List<Integer>> map = new TreeMap<>();
                for (int i = 0; i < 2_000; i++) {
                    map.put(i, new ArrayList<>(List.of(i, i + 1)));
                }
                Map<Integer, List<Integer>> hashed = new HashMap<>(map);
                assertEquals(map, pgas.at(1).call(() -> new TreeMap<>(hashed)).join());
                assertEquals(0, pgas.at(1).call(() -> new HashMap<>(100).size()).join());
            }
            pgas.barrier();
        });
    }
}
