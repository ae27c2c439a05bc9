package org.hawser.examples.pgas;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.hawser.pgas.Collectives;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.SharedByteArray;
import org.hawser.pgas.SharedLongArray;
import org.hawser.runtime.Handle;

/**
 * Sorts numbers that lie at all threads: {@code hawser run -n 4 pgas.sampleSort [keys]}.
 *
 * <p>Shows pointers that are themselves in shared memory, memory that each thread takes as much of as it needs, and
 * many transfers under one handle. Each thread sorts its own keys and shows a few of them; from all these samples every
 * thread chooses the same splitters, which say whose a key will be. Each thread then learns how many keys come,
 * allocates room for just these ({@code localAlloc}), and leaves a pointer to it where all find it. So the keys travel
 * without anybody who receives them: the sender knows the place of each run.
 *
 * <pre>
 * counts:  how many keys thread s has for thread d, at d          s = 0 | 1 | … | threads - 1
 * rooms:   at each thread, a pointer to its room                  run of s = 0 | run of s = 1 | …
 * </pre>
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class SampleSort implements AutoCloseable {
    private static final String USAGE = """
        Sorts random numbers of all threads: afterwards thread 0 has the least ones, and so on.
        usage: hawser run -n 4 pgas.sampleSort [keys]
          keys   numbers of each thread, 250000 unless given
        """;
    private static final int OVERSAMPLING = 32;

    private final Pgas pgas;
    private final int me;
    private final int threads;
    private final long[] keys;
    private final SharedLongArray samples;
    private final SharedLongArray counts;
    private final SharedByteArray rooms;

    private SampleSort(Pgas pgas, long[] keys) {
        this.pgas = pgas;
        this.keys = keys;
        me = pgas.myThread();
        threads = pgas.threads();
        samples = pgas.longs((long) threads * OVERSAMPLING, Distribution.blocks(OVERSAMPLING));
        counts = pgas.longs((long) threads * threads, Distribution.blocks(threads));
        rooms = pgas.bytes((long) threads * Pgas.POINTER_BYTES, Distribution.blocks(Pgas.POINTER_BYTES));
    }

    /**
     * Runs on every rank.
     *
     * @param args keys of each thread (250000)
     */
    public static void main(String[] args) {
        try (Pgas pgas = Pgas.start()) {
            run(pgas, args);
        }
    }

    static void run(Pgas pgas, String... args) {
        int count = new Arguments(pgas, USAGE, 1, args).number(0, 250_000, 1, 1 << 26);
        long[] keys = new SplittableRandom(pgas.myThread()).longs(count).toArray();
        try (SampleSort sort = new SampleSort(pgas, keys)) {
            long start = System.nanoTime();
            long[] sorted = sort.sort();
            double seconds = (System.nanoTime() - start) / 1e9;
            sort.check(sorted);
            long most = pgas.collectives().allReduce(sorted.length, Reduction.MAX);
            if (pgas.myThread() == 0) {
                System.out.printf("%d keys by %d threads: in order and all there, the fullest thread has %.2f of "
                    + "its share, %.3f s%n", (long) count * pgas.threads(), pgas.threads(), (double) most / count,
                    seconds);
            }
        }
    }

    private long[] sort() {
        Arrays.sort(keys);
        int[] cuts = cuts(splitters());
        for (int to = 0; to < threads; to++) {
            counts.put((long) to * threads + me, cuts[to + 1] - cuts[to]);
        }
        pgas.barrier();
        long coming = 0;
        for (int from = 0; from < threads; from++) {
            coming += counts.getLocal(from);
        }
        GlobalPointer room = pgas.localAlloc(Math.max(1, coming) * Long.BYTES);
        pgas.writePointer(room, rooms.local(), 0);
        pgas.barrier();
        deliver(cuts);
        // Every thread has come, and all its transfers were over: everything is in its room.
        pgas.barrier();
        long[] sorted = room.local().asSlice(0, coming * Long.BYTES).toArray(JAVA_LONG);
        Arrays.sort(sorted);
        pgas.free(room);
        return sorted;
    }

    /** The same ones at all threads: those that cut the samples of all into equal pieces. */
    private long[] splitters() {
        for (int i = 0; i < OVERSAMPLING; i++) {
            samples.putLocal(i, keys[(int) ((long) i * keys.length / OVERSAMPLING)]);
        }
        pgas.barrier();
        long[] all = new long[(int) samples.length()];
        samples.get(0, all, 0, all.length);
        Arrays.sort(all);
        long[] splitters = new long[threads - 1];
        Arrays.setAll(splitters, i -> all[(i + 1) * OVERSAMPLING]);
        return splitters;
    }

    /** Keys of thread i are those from {@code cuts[i]} to before {@code cuts[i + 1]}. */
    private int[] cuts(long[] splitters) {
        int[] cuts = new int[threads + 1];
        cuts[threads] = keys.length;
        for (int i = 1; i < threads; i++) {
            int found = Arrays.binarySearch(keys, splitters[i - 1]);
            cuts[i] = Math.max(cuts[i - 1], found < 0 ? -found - 1 : found);
        }
        return cuts;
    }

    /** Puts each run of keys into its thread's room. Each thread begins with its neighbour, so that none is crowded. */
    private void deliver(int[] cuts) {
        MemorySegment source = MemorySegment.ofArray(keys);
        Handle under = new Handle();
        for (int i = 1; i <= threads; i++) {
            int to = (me + i) % threads;
            long before = 0;
            for (int from = 0; from < me; from++) {
                before += counts.get((long) to * threads + from);
            }
            GlobalPointer place = roomOf(to).as(Long.BYTES, 0).plus(before);
            pgas.memput(place, source, (long) cuts[to] * Long.BYTES, (long) (cuts[to + 1] - cuts[to]) * Long.BYTES,
                under);
        }
        pgas.await(under);
    }

    private GlobalPointer roomOf(int thread) {
        byte[] pointer = new byte[Pgas.POINTER_BYTES];
        rooms.get((long) thread * Pgas.POINTER_BYTES, pointer, 0, pointer.length);
        return pgas.readPointer(MemorySegment.ofArray(pointer), 0);
    }

    /** In order here and from thread to thread, none lost, none changed. */
    private void check(long[] sorted) {
        Collectives all = pgas.collectives();
        long sum = 0;
        for (int i = 0; i < sorted.length; i++) {
            sum += sorted[i];
            if (i > 0 && sorted[i - 1] > sorted[i]) {
                throw new IllegalStateException("not in order: thread=" + me + " place=" + i);
            }
        }
        // The greatest key of each thread, in the place of its first sample.
        samples.putLocal(0, sorted.length == 0 ? Long.MIN_VALUE : sorted[sorted.length - 1]);
        pgas.barrier();
        for (int thread = 0; thread < me && sorted.length > 0; thread++) {
            if (samples.get((long) thread * OVERSAMPLING) > sorted[0]) {
                throw new IllegalStateException("not in order: thread=" + me + " after thread=" + thread);
            }
        }
        long lost = all.allReduce((long) keys.length - sorted.length, Reduction.SUM);
        long changed = all.allReduce(Arrays.stream(keys).sum() - sum, Reduction.SUM);
        if (lost != 0 || changed != 0) {
            throw new IllegalStateException("keys were lost or changed: lost=" + lost + " sum off by="
                + changed);
        }
    }

    /** Collective. */
    @Override
    public void close() {
        rooms.close();
        counts.close();
        samples.close();
    }
}
