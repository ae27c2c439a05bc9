package org.hawser.bench.rma;

import static org.hawser.platform.memory.Words.getLong;
import static org.hawser.platform.memory.Words.setLong;

import java.lang.foreign.MemorySegment;
import java.nio.LongBuffer;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * The table of the HPC Challenge's RandomAccess, spread over the windows of all ranks, and its updates: a random word
 * of it becomes that word xor the random number. At most {@value #BATCH} updates are kept back, as the rules have it.
 * Chapter 7 of the dissertation on one-sided communication does it in these ways.
 *
 * <p><b>Threads:</b> the rank's main thread. <b>Allocates:</b> at construction; aggregated updates a type per target
 * and batch.
 */
public final class RandomAccess {
    /** Updates that are kept back at most. */
    public static final int BATCH = 1024;

    private final Win win;
    private final MemorySegment table;
    private final int me;
    private final int ranks;
    private final int shift;
    private final long mask;
    private final LongBuffer[] slots = new LongBuffer[BATCH];
    private final LongBuffer result = MPI.newLongBuffer(1);
    private final UpdateBucket[] buckets;
    private RandomStream stream;

    /** How updates are done. */
    public enum Way {
        /** Get, xor, put: two epochs with a lock of their own, between which others may get in. */
        GET_MODIFY_PUT {
            @Override
            void run(RandomAccess access, int batches) throws MPIException {
                access.getModifyPut(batches);
            }
        },
        /** An accumulate between lock and unlock. */
        ACCUMULATE {
            @Override
            void run(RandomAccess access, int batches) throws MPIException {
                access.accumulate(batches);
            }
        },
        /** Accumulates under one lock of all, with a flush per batch. */
        FLUSHED {
            @Override
            void run(RandomAccess access, int batches) throws MPIException {
                access.flushed(batches);
            }
        },
        /** One accumulate per target and batch, with an indexed type. */
        AGGREGATED {
            @Override
            void run(RandomAccess access, int batches) throws MPIException {
                access.aggregated(batches);
            }
        },
        /** A fetch-and-op under one lock of all: the processor's atomic, where memory is mapped. */
        DIRECT {
            @Override
            void run(RandomAccess access, int batches) throws MPIException {
                access.direct(batches);
            }
        };

        abstract void run(RandomAccess access, int batches) throws MPIException;

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
     * A table of so many bytes at each rank; collective.
     *
     * @throws IllegalArgumentException when the words of all ranks are no power of two
     */
    public RandomAccess(Comm comm, int bytes) throws MPIException {
        me = comm.getRank();
        ranks = comm.getSize();
        int words = bytes / Long.BYTES;
        if (Integer.bitCount(words) != 1 || Integer.bitCount(ranks) != 1) {
            throw new IllegalArgumentException("words and ranks must be powers of two: words=" + words + " ranks="
                + ranks);
        }
        BenchWindow window = BenchWindow.make(comm, bytes);
        win = window.win();
        table = window.memory();
        shift = Integer.numberOfTrailingZeros(words);
        mask = words - 1;
        LongBuffer all = MPI.newLongBuffer(BATCH);
        for (int i = 0; i < BATCH; i++) {
            slots[i] = MPI.slice(all, i);
        }
        buckets = new UpdateBucket[ranks];
        for (int i = 0; i < ranks; i++) {
            buckets[i] = new UpdateBucket(BATCH);
        }
        restart();
    }

    /** Begins the random numbers of this rank anew. */
    public void restart() {
        stream = streamOf(me);
    }

    /** So many times {@value #BATCH} updates of this rank's; they are done when it returns. */
    public void update(Way way, int batches) throws MPIException {
        way.run(this, batches);
    }

    /** Makes this rank's part of the table what it is at first. */
    public void fill() {
        for (long i = 0; i <= mask; i++) {
            setLong(table, i * Long.BYTES, i);
        }
    }

    /**
     * Undoes by itself what so many batches of every rank have done to this rank's part; returns the words that are not
     * then what they were at first.
     */
    public long errors(int batches) {
        for (int rank = 0; rank < ranks; rank++) {
            RandomStream numbers = streamOf(rank);
            for (long i = 0; i < (long) batches * BATCH; i++) {
                long number = numbers.next();
                if (target(number) == me) {
                    long at = place(number);
                    setLong(table, at, getLong(table, at) ^ number);
                }
            }
        }
        long errors = 0;
        for (long i = 0; i <= mask; i++) {
            errors += getLong(table, i * Long.BYTES) == i ? 0 : 1;
        }
        return errors;
    }

    /** Parts of the sequence that are far from each other. */
    private static RandomStream streamOf(int rank) {
        return new RandomStream((long) rank << 40);
    }

    private int target(long number) {
        return (int) (number >>> shift) & ranks - 1;
    }

    private int place(long number) {
        return (int) ((number & mask) * Long.BYTES);
    }

    private void getModifyPut(int batches) throws MPIException {
        for (int i = 0; i < batches * BATCH; i++) {
            long number = stream.next();
            int target = target(number);
            int at = place(number);
            win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
            win.get(result, 1, MPI.LONG, target, at, 1, MPI.LONG);
            win.unlock(target);
            result.put(0, result.get(0) ^ number);
            win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
            win.put(result, 1, MPI.LONG, target, at, 1, MPI.LONG);
            win.unlock(target);
        }
    }

    private void accumulate(int batches) throws MPIException {
        LongBuffer slot = slots[0];
        for (int i = 0; i < batches * BATCH; i++) {
            long number = stream.next();
            int target = target(number);
            slot.put(0, number);
            win.lock(MPI.LOCK_SHARED, target, 0);
            win.accumulate(slot, 1, MPI.LONG, target, place(number), 1, MPI.LONG, MPI.BXOR);
            win.unlock(target);
        }
    }

    private void flushed(int batches) throws MPIException {
        win.lockAll(0);
        for (int i = 0; i < batches; i++) {
            for (int k = 0; k < BATCH; k++) {
                long number = stream.next();
                slots[k].put(0, number);
                win.accumulate(slots[k], 1, MPI.LONG, target(number), place(number), 1, MPI.LONG, MPI.BXOR);
            }
            win.flushAll();
        }
        win.unlockAll();
    }

    private void direct(int batches) throws MPIException {
        win.lockAll(0);
        for (int i = 0; i < batches; i++) {
            for (int k = 0; k < BATCH; k++) {
                long number = stream.next();
                slots[k].put(0, number);
                win.fetchAndOp(slots[k], result, MPI.LONG, target(number), place(number), MPI.BXOR);
            }
            win.flushAll();
        }
        win.unlockAll();
    }

    private void aggregated(int batches) throws MPIException {
        win.lockAll(0);
        for (int i = 0; i < batches; i++) {
            for (int k = 0; k < BATCH; k++) {
                long number = stream.next();
                buckets[target(number)].add(place(number), number);
            }
            for (int target = 0; target < ranks; target++) {
                buckets[target].accumulate(win, target);
            }
            win.flushAll();
            for (UpdateBucket bucket : buckets) {
                bucket.clear();
            }
        }
        win.unlockAll();
    }
}
