package org.hawser.bench.pgas;

import java.lang.foreign.MemorySegment;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Semaphore;
import org.hawser.runtime.Handle;

/**
 * Shared memory in which each thread has {@value #PLACES} places for the letters of each other thread. A letter is put
 * into its place and its target told by a semaphore of the sender's; a place is used again when its target has said by
 * another semaphore that it is empty. So a thread can be one letter ahead of those it writes to.
 *
 * <pre>
 *   piece of a thread:   [letters of thread 0: place 0, place 1][letters of thread 1: place 0, place 1] …
 * </pre>
 *
 * <p><b>Threads:</b> one of each rank. <b>Allocates:</b> at construction.
 */
final class Mailbox implements AutoCloseable {
    private static final int PLACES = 2;

    private final Pgas pgas;
    private final Puts puts;
    private final long placeBytes;
    private final GlobalPointer memory;
    private final MemorySegment mine;
    /** Where this thread's letters go, by target and place. */
    private final GlobalPointer[] places;
    /** Of each thread: counts its letters at those that they were put to. */
    private final Semaphore[] full;
    /** Of each thread: counts the places that it has emptied, at those that had written. */
    private final Semaphore[] empty;
    private final long[] sent;
    private final long[] taken;
    private final Handle underWay = new Handle();
    /** Letters under way, by target. */
    private final int[] untold;

    /** Collective: for letters of at most so many bytes. */
    Mailbox(Pgas pgas, long most, Puts puts) {
        this.pgas = pgas;
        this.puts = puts;
        int threads = pgas.threads();
        placeBytes = (most + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        long piece = threads * PLACES * placeBytes;
        memory = pgas.allAlloc(threads, piece).as(1, piece);
        mine = memory.plus(pgas.myThread() * piece).local();
        places = new GlobalPointer[threads * PLACES];
        full = new Semaphore[threads];
        empty = new Semaphore[threads];
        for (int thread = 0; thread < threads; thread++) {
            full[thread] = pgas.semaphore();
            empty[thread] = pgas.semaphore();
            for (int place = 0; place < PLACES; place++) {
                places[thread * PLACES + place] = memory.plus(thread * piece + offset(pgas.myThread(), place));
            }
        }
        sent = new long[threads];
        taken = new long[threads];
        untold = new int[threads];
    }

    private long offset(int source, long letter) {
        return (source * PLACES + letter % PLACES) * placeBytes;
    }

    /** True when letters can be under way together. */
    boolean overlaps() {
        return puts != Puts.BLOCKING;
    }

    /** Puts a letter; what it is made of stays as it is until {@link #tell} or the next {@link #await}. */
    void put(int target, MemorySegment from, long fromOffset, long bytes) {
        if (bytes > placeBytes) {
            throw new IllegalArgumentException("longer than a place: bytes=" + bytes + " most=" + placeBytes
                + " thread=" + pgas.myThread());
        }
        long letter = sent[target]++;
        if (letter >= PLACES) {
            empty[target].await();
        }
        GlobalPointer place = places[target * PLACES + (int) (letter % PLACES)];
        switch (puts) {
            case BLOCKING -> {
                pgas.memput(place, from, fromOffset, bytes);
                full[pgas.myThread()].post(target);
            }
            case NONBLOCKING -> {
                pgas.memput(place, from, fromOffset, bytes, underWay);
                untold[target]++;
            }
            case SIGNALLED -> pgas.memputSignal(place, from, fromOffset, bytes, full[pgas.myThread()], 1);
        }
    }

    /** Waits until all that is under way is there, and says so. */
    void tell() {
        if (puts != Puts.NONBLOCKING) {
            return;
        }
        pgas.await(underWay);
        for (int target = 0; target < untold.length; target++) {
            if (untold[target] > 0) {
                full[pgas.myThread()].post(target, untold[target]);
                untold[target] = 0;
            }
        }
    }

    /** Waits for the next letter of a thread, after telling about one's own; returns where it is in {@link #mine}. */
    long await(int source) {
        tell();
        full[source].await();
        return offset(source, taken[source]++);
    }

    /** This thread's places, for load and store. */
    MemorySegment mine() {
        return mine;
    }

    /** The letter that was taken last from a thread has been read. */
    void empty(int source) {
        empty[pgas.myThread()].post(source);
    }

    /** Collective. */
    @Override
    public void close() {
        for (int thread = 0; thread < full.length; thread++) {
            full[thread].close();
            empty[thread].close();
        }
        pgas.allFree(memory);
    }
}
