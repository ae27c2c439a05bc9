package org.hawser.bench.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.bench.nas.GroupCalls;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.SharedArray;
import org.hawser.pgas.SharedDoubleArray;
import org.hawser.pgas.SharedIntArray;
import org.hawser.runtime.Handle;

/**
 * What the threads of NAS kernels do together. In an all-to-all each thread lays what it has for others into its part
 * of a shared array, and gets what others have for it, thread after thread in an {@link AccessOrder}. Two such arrays
 * take turns, so that one barrier is enough: nobody writes to one before all have passed the barrier of the other.
 *
 * <p><b>Threads:</b> the main thread of each rank. <b>Allocates:</b> when an all-to-all is larger than any before.
 */
final class PgasCalls implements GroupCalls, AutoCloseable {
    private final Pgas pgas;
    private final AccessOrder order;
    /** Null when one get follows the other. */
    private final Handle underWay;
    private final SharedDoubleArray[] parts = new SharedDoubleArray[2];
    private final SharedIntArray[] words = new SharedIntArray[2];
    private int turn;

    /**
     * The calls of a thread.
     *
     * @param together whether all gets of an all-to-all are under way together
     */
    PgasCalls(Pgas pgas, AccessOrder order, boolean together) {
        this.pgas = pgas;
        this.order = order;
        underWay = together ? new Handle() : null;
    }

    @Override
    public void barrier() {
        pgas.barrier();
    }

    @Override
    public double max(double value) {
        return pgas.collectives().allReduce(value, Reduction.MAX);
    }

    @Override
    public double sum(double value) {
        return pgas.collectives().allReduce(value, Reduction.SUM);
    }

    @Override
    public void sum(double[] values) {
        pgas.collectives().allReduce(values, Reduction.SUM);
    }

    @Override
    public void sum(int[] values) {
        long[] wide = new long[values.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = values[i];
        }
        pgas.collectives().allReduce(wide, Reduction.SUM);
        for (int i = 0; i < wide.length; i++) {
            values[i] = (int) wide[i];
        }
    }

    @Override
    public void allToAll(double[] outgoing, double[] incoming, int each) {
        int threads = pgas.threads();
        int me = pgas.myThread();
        turn ^= 1;
        long part = (long) each * threads;
        SharedDoubleArray shared = parts[turn];
        if (shared == null || shared.block() < part) {
            shared = pgas.doubles(part * threads, Distribution.even());
            parts[turn] = replaced(parts[turn], shared);
        }
        MemorySegment.copy(outgoing, 0, shared.local(), ValueLayout.JAVA_DOUBLE, 0, each * threads);
        pgas.barrier();
        for (int step = 0; step < threads; step++) {
            int thread = order.thread(me, step, threads);
            if (thread == me) {
                System.arraycopy(outgoing, me * each, incoming, me * each, each);
            } else {
                get(shared, thread * shared.block() + (long) me * each, incoming, thread * each, each);
            }
        }
        if (underWay != null) {
            pgas.await(underWay);
        }
    }

    private void get(SharedDoubleArray shared, long index, double[] into, int at, int count) {
        if (underWay == null) {
            shared.get(index, into, at, count);
        } else {
            shared.get(index, MemorySegment.ofArray(into), (long) at * Double.BYTES, count, underWay);
        }
    }

    @Override
    public void allToAll(int[] outgoing, int[] incoming) {
        int[] ones = new int[outgoing.length];
        int[] places = new int[outgoing.length];
        for (int i = 0; i < places.length; i++) {
            ones[i] = 1;
            places[i] = i;
        }
        allToAll(outgoing, ones, places, incoming, ones, places);
    }

    /** A thread's part of the array begins with where its parts for others begin. */
    @Override
    public void allToAll(int[] outgoing, int[] counts, int[] begins, int[] incoming, int[] incomingCounts,
                         int[] incomingBegins) {
        int threads = pgas.threads();
        int me = pgas.myThread();
        turn ^= 1;
        long part = threads + pgas.collectives().allReduce((long) outgoing.length, Reduction.MAX);
        SharedIntArray shared = words[turn];
        if (shared == null || shared.block() < part) {
            shared = pgas.ints(part * threads, Distribution.even());
            words[turn] = replaced(words[turn], shared);
        }
        MemorySegment.copy(begins, 0, shared.local(), ValueLayout.JAVA_INT, 0, threads);
        MemorySegment.copy(outgoing, 0, shared.local(), ValueLayout.JAVA_INT, (long) threads * Integer.BYTES,
            outgoing.length);
        pgas.barrier();
        for (int step = 0; step < threads; step++) {
            int thread = order.thread(me, step, threads);
            long first = thread * shared.block();
            shared.get(first + threads + shared.get(first + me), incoming, incomingBegins[thread],
                incomingCounts[thread]);
        }
    }

    /** Closes what was there before, if anything; all threads come here or none. */
    private static <T extends SharedArray> T replaced(T before, T after) {
        close(before);
        return after;
    }

    private static void close(SharedArray shared) {
        if (shared != null) {
            shared.close();
        }
    }

    /** Collective. */
    @Override
    public void close() {
        for (int i = 0; i < parts.length; i++) {
            close(parts[i]);
            close(words[i]);
        }
    }
}
