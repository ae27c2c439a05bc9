package org.hawser.bench.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Locale;
import org.hawser.bench.rma.RandomStream;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.RemoteFuture;
import org.hawser.pgas.SharedLongArray;

/**
 * The table of the HPC Challenge's RandomAccess as a shared array, and its updates: a random word of it becomes that
 * word xor the random number. At most {@value #BATCH} updates are kept back, as the rules have it.
 *
 * <p><b>Threads:</b> the rank's main thread; code that others send here runs beside it, by atomics. <b>Allocates:</b>
 * at construction; {@link Way#AT} per bucket.
 */
public final class SharedTable implements AutoCloseable {
    /** Updates that are kept back at most. */
    public static final int BATCH = 1024;

    private final Pgas pgas;
    private final SharedLongArray table;
    private final MemorySegment mine;
    private final int words;
    private final long mask;
    private final int me;
    private final int threads;
    /** Updates that are kept back, by the thread whose words they change; and how many there are. */
    private final long[][] buckets;
    private final int[] sizes;
    private final Mailbox mailbox;
    private final RemoteFuture<?>[] answers;
    private RandomStream stream;

    /** How updates are done. */
    public enum Way {
        /** An atomic xor for each. */
        ATOMIC {
            @Override
            void run(SharedTable table, int batches) {
                table.byAtomics(batches);
            }
        },
        /** Get, xor, put: others may get in between. */
        GET_MODIFY_PUT {
            @Override
            void run(SharedTable table, int batches) {
                table.byGetAndPut(batches);
            }
        },
        /** Updates for a thread are put into its memory together, and it does them itself. */
        BUCKETS {
            @Override
            void run(SharedTable table, int batches) {
                table.byBuckets(batches);
            }
        },
        /** Code with the updates for a thread runs there. */
        AT {
            @Override
            void run(SharedTable table, int batches) {
                table.byCode(batches);
            }
        };

        abstract void run(SharedTable table, int batches);

        /** The word on the command line and in the names of series. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** True when no update can be lost. */
        public boolean isAtomic() {
            return this != GET_MODIFY_PUT;
        }
    }

    /**
     * Collective: a table of so many bytes at each thread.
     *
     * @throws IllegalArgumentException when the words of all threads are no power of two
     */
    public SharedTable(Pgas pgas, long bytes) {
        this.pgas = pgas;
        me = pgas.myThread();
        threads = pgas.threads();
        words = (int) (bytes / Long.BYTES);
        if (Integer.bitCount(words) != 1 || Integer.bitCount(threads) != 1) {
            throw new IllegalArgumentException("words and threads must be powers of two: words=" + words + " threads="
                + threads);
        }
        mask = (long) words * threads - 1;
        table = pgas.longs(mask + 1, Distribution.even());
        mine = table.local();
        buckets = new long[threads][BATCH + 1];
        sizes = new int[threads];
        mailbox = new Mailbox(pgas, (BATCH + 1) * (long) Long.BYTES, Puts.SIGNALLED);
        answers = new RemoteFuture<?>[threads];
        restart();
    }

    /** Begins the random numbers of this thread anew. */
    private void restart() {
        stream = streamOf(me);
    }

    /**
     * So many times {@value #BATCH} updates of this thread's; all threads do so together. After a barrier they are done
     * everywhere.
     */
    public void update(Way way, int batches) {
        way.run(this, batches);
    }

    /** Makes this thread's part of the table what it is at first. */
    private void fill() {
        for (int i = 0; i < words; i++) {
            table.putLocal(i, table.indexOf(i));
        }
    }

    /** Collective: the share of all threads' words that are wrong after so many batches of updates from the start. */
    public double shareWrong(Way way, int batches) {
        fill();
        restart();
        pgas.barrier();
        update(way, batches);
        pgas.barrier();
        return (double) pgas.collectives().allReduce(errors(batches), Reduction.SUM) / table.length();
    }

    /**
     * Undoes by itself what so many batches of every thread have done to this thread's part; returns the words that are
     * not then what they were at first.
     */
    private long errors(int batches) {
        for (int thread = 0; thread < threads; thread++) {
            RandomStream numbers = streamOf(thread);
            for (long i = 0; i < (long) batches * BATCH; i++) {
                long number = numbers.next();
                if (table.isLocal(number & mask)) {
                    change(number);
                }
            }
        }
        long errors = 0;
        for (int i = 0; i < words; i++) {
            errors += table.getLocal(i) == table.indexOf(i) ? 0 : 1;
        }
        return errors;
    }

    /** Parts of the sequence that are far from each other. */
    private static RandomStream streamOf(int thread) {
        return new RandomStream((long) thread << 40);
    }

    private void byAtomics(int batches) {
        for (int i = 0; i < batches * BATCH; i++) {
            long number = stream.next();
            pgas.atomics().fetchXor(table.pointer(number & mask), number);
        }
    }

    private void byGetAndPut(int batches) {
        for (int i = 0; i < batches * BATCH; i++) {
            long number = stream.next();
            long index = number & mask;
            table.put(index, table.get(index) ^ number);
        }
        pgas.fence();
    }

    private void byBuckets(int batches) {
        for (int i = 0; i < batches; i++) {
            collect();
            for (int step = 0; step < threads - 1; step++) {
                int target = AccessOrder.ROTATED.thread(me, step, threads);
                buckets[target][0] = sizes[target];
                mailbox.put(target, MemorySegment.ofArray(buckets[target]), 0, (sizes[target] + 1L) * Long.BYTES);
            }
            for (int k = 1; k <= sizes[me]; k++) {
                change(buckets[me][k]);
            }
            for (int step = 0; step < threads - 1; step++) {
                take(AccessOrder.ROTATED.thread(me, step, threads));
            }
        }
    }

    private void take(int source) {
        long place = mailbox.await(source);
        MemorySegment letters = mailbox.mine();
        long count = letters.get(ValueLayout.JAVA_LONG, place);
        for (long k = 1; k <= count; k++) {
            change(letters.get(ValueLayout.JAVA_LONG, place + k * Long.BYTES));
        }
        mailbox.empty(source);
    }

    private void byCode(int batches) {
        for (int i = 0; i < batches; i++) {
            collect();
            for (int target = 0; target < threads; target++) {
                answers[target] = target == me ? null : send(target);
            }
            change(pgas, table, buckets[me], 1, sizes[me] + 1);
            for (RemoteFuture<?> answer : answers) {
                if (answer != null) {
                    answer.join();
                }
            }
        }
    }

    /** What the code captures of the model is the other thread's own where it runs. */
    private RemoteFuture<?> send(int target) {
        Pgas there = pgas;
        SharedLongArray words = table;
        long[] numbers = Arrays.copyOfRange(buckets[target], 1, sizes[target] + 1);
        return pgas.at(target).start(() -> change(there, words, numbers, 0, numbers.length));
    }

    private static void change(Pgas pgas, SharedLongArray table, long[] numbers, int from, int to) {
        long mask = table.length() - 1;
        for (int i = from; i < to; i++) {
            pgas.atomics().fetchXor(table.pointer(numbers[i] & mask), numbers[i]);
        }
    }

    /** Draws a batch, each number into the bucket of the thread whose word it changes. */
    private void collect() {
        Arrays.fill(sizes, 0);
        for (int k = 0; k < BATCH; k++) {
            long number = stream.next();
            int target = table.threadOf(number & mask);
            buckets[target][++sizes[target]] = number;
        }
    }

    /** Changes a word of this thread's that nobody else does. */
    private void change(long number) {
        long at = (number & words - 1) * Long.BYTES;
        mine.set(ValueLayout.JAVA_LONG, at, mine.get(ValueLayout.JAVA_LONG, at) ^ number);
    }

    /** Collective. */
    @Override
    public void close() {
        mailbox.close();
        table.close();
    }
}
