package org.hawser.bench.experiment;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Operation;
import org.hawser.pgas.Atomics;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.GlobalLock;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.MessageLayer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Semaphore;
import org.hawser.pgas.SharedIntArray;
import org.hawser.runtime.Rank;

/**
 * Operations on a word: elements of an array of ints near thread 1, one after the other; a put with a signal, a short
 * message of the model and one of the runtime ({@code am}), each to and fro; atomic updates; a lock that nobody else
 * wants, and one that both want.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
final class PgasWords {
    static final String ELEMENT_GET = "element-get";
    static final String ELEMENT_PUT = "element-put";
    static final String CYCLIC_GET = "cyclic-get";
    static final String CYCLIC_PUT = "cyclic-put";
    static final String SIGNAL = "signal";
    static final String MESSAGE = "message";
    static final String AM = "am";
    static final String FETCH_ADD = "fetch-add";
    static final String COMPARE_SWAP = "compare-swap";
    static final String LOCK = "lock";
    static final String CONTENDED = "lock-contended";
    /** All of them. */
    static final List<String> NAMES = List.of(ELEMENT_GET, ELEMENT_PUT, CYCLIC_GET, CYCLIC_PUT, SIGNAL, MESSAGE, AM,
        FETCH_ADD, COMPARE_SWAP, LOCK, CONTENDED);

    /** Elements at each thread; a power of two. */
    private static final int ELEMENTS = 1024;
    /** The numbers of our handlers, in the model and in the runtime. */
    private static final int BALL = 1;

    private final Lab lab;
    private final Pgas pgas;

    PgasWords(Lab lab, Pgas pgas) {
        this.lab = lab;
        this.pgas = pgas;
    }

    /** Takes what is to be measured. */
    @FunctionalInterface
    interface Sink {
        /** An operation of so many bytes; {@code isMessage}: there and back. */
        void add(String word, long size, Operation operation, boolean isMessage);
    }

    /** Collective: sets up those that were asked for. */
    void measurements(Sink sink) {
        if (lab.task().has(ELEMENT_GET) || lab.task().has(ELEMENT_PUT)) {
            SharedIntArray array = pgas.ints((long) ELEMENTS * pgas.threads(), Distribution.even());
            add(sink, ELEMENT_GET, Integer.BYTES, gets(array, ELEMENTS, 1), false);
            add(sink, ELEMENT_PUT, Integer.BYTES, puts(array, ELEMENTS, 1), false);
        }
        if (lab.task().has(CYCLIC_GET) || lab.task().has(CYCLIC_PUT)) {
            SharedIntArray array = pgas.ints((long) ELEMENTS * pgas.threads(), Distribution.cyclic());
            add(sink, CYCLIC_GET, Integer.BYTES, gets(array, 1, pgas.threads()), false);
            add(sink, CYCLIC_PUT, Integer.BYTES, puts(array, 1, pgas.threads()), false);
        }
        if (lab.task().has(SIGNAL)) {
            add(sink, SIGNAL, Long.BYTES, signals(), true);
        }
        if (lab.task().has(MESSAGE)) {
            add(sink, MESSAGE, Long.BYTES, messages(), true);
        }
        if (lab.task().has(AM)) {
            add(sink, AM, Long.BYTES, activeMessages(), true);
        }
        addUpdates(sink);
        if (lab.task().has(LOCK) || lab.task().has(CONTENDED)) {
            GlobalLock lock = pgas.allLock();
            add(sink, LOCK, 0, PgasExperiment.atOrigin(lab, count -> lockAndUnlock(lock, count)), false);
            add(sink, CONTENDED, 0, PgasExperiment.between(lab, count -> lockAndUnlock(lock, count),
                count -> lockAndUnlock(lock, count)), false);
        }
    }

    private void add(Sink sink, String word, long size, Operation operation, boolean isMessage) {
        if (lab.task().has(word)) {
            sink.add(word, size, operation, isMessage);
        }
    }

    private void addUpdates(Sink sink) {
        GlobalPointer word = PgasExperiment.memory(pgas, Long.BYTES)[PgasExperiment.TARGET];
        Atomics atomics = pgas.atomics();
        add(sink, FETCH_ADD, Long.BYTES, PgasExperiment.atOrigin(lab, count -> {
            for (int i = 0; i < count; i++) {
                atomics.fetchAdd(word, 1L);
            }
        }), false);
        add(sink, COMPARE_SWAP, Long.BYTES, PgasExperiment.atOrigin(lab, count -> {
            long expected = atomics.fetchAdd(word, 0L);
            for (int i = 0; i < count; i++) {
                expected = atomics.compareSwap(word, expected, expected + 1) + 1;
            }
        }), false);
    }

    private Operation gets(SharedIntArray array, int first, int step) {
        return !lab.leads() ? count -> 0 : new Operation() {
            private long sum;

            @Override
            public long run(int count) {
                long start = System.nanoTime();
                long total = 0;
                for (int i = 0; i < count; i++) {
                    total += array.get(first + (long) (i & ELEMENTS - 1) * step);
                }
                sum += total;
                return System.nanoTime() - start;
            }
        };
    }

    /** With the fence that puts of one element need before anybody else may count on them. */
    private Operation puts(SharedIntArray array, int first, int step) {
        return PgasExperiment.atOrigin(lab, count -> {
            for (int i = 0; i < count; i++) {
                array.put(first + (long) (i & ELEMENTS - 1) * step, i);
            }
            pgas.fence();
        });
    }

    private Operation signals() {
        GlobalPointer[] pieces = PgasExperiment.memory(pgas, Long.BYTES);
        Semaphore full = pgas.semaphore();
        MemorySegment here = Arena.global().allocate(Long.BYTES);
        return PgasExperiment.between(lab, count -> {
            for (int i = 0; i < count; i++) {
                pgas.memputSignal(pieces[1], here, 0, Long.BYTES, full, 1);
                full.await();
            }
        }, count -> {
            for (int i = 0; i < count; i++) {
                full.await();
                pgas.memputSignal(pieces[0], here, 0, Long.BYTES, full, 1);
            }
        });
    }

    private Operation messages() {
        Arrivals arrivals = new Arrivals();
        MessageLayer messages = pgas.messages();
        messages.register(BALL, (token, arguments, payload) -> arrivals.run());
        pgas.barrier();
        return PgasExperiment.between(lab, count -> {
            for (int i = 0; i < count; i++) {
                messages.send(1, BALL, i);
                await(arrivals);
            }
        }, count -> {
            for (int i = 0; i < count; i++) {
                await(arrivals);
                messages.send(0, BALL, i);
            }
        });
    }

    /** The runtime's own, which the model's stand on. */
    private Operation activeMessages() {
        Arrivals arrivals = new Arrivals();
        Rank rank = lab.rank();
        rank.messages().register(BALL, arrivals);
        pgas.barrier();
        return PgasExperiment.between(lab, count -> {
            for (int i = 0; i < count; i++) {
                rank.messages().send(1, BALL, i);
                await(arrivals);
            }
        }, count -> {
            for (int i = 0; i < count; i++) {
                await(arrivals);
                rank.messages().send(0, BALL, i);
            }
        });
    }

    private void await(Arrivals arrivals) {
        if (lab.sharesCores()) {
            arrivals.awaitAmongMany(lab.rank(), 1);
        } else {
            arrivals.await(lab.rank(), 1);
        }
    }

    private static void lockAndUnlock(GlobalLock lock, int count) {
        for (int i = 0; i < count; i++) {
            lock.lock();
            lock.unlock();
        }
    }
}
