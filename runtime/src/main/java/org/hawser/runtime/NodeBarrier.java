package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Domain;
import org.hawser.fabric.FabricException;
import org.hawser.platform.memory.RawWords;
import org.hawser.platform.memory.Words;

/**
 * A barrier in memory that all ranks map: arrivals are counted up a tree of radix 8, the last one advances the epoch
 * that all others watch. Few lines are shared by many, and a rank runs once per barrier, which is what counts when
 * ranks outnumber cores.
 *
 * <p>Cost: one or two atomics per rank, lg₈ p for one of them; release is one store.
 *
 * <pre>
 *   0: epoch (the last arrival writes)       128: left (ranks that have ended)
 * 256: sleepers, one bit a rank              then, each in two lines of its own: the counters of the tree, leaves first
 * </pre>
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> at construction.
 */
final class NodeBarrier implements Barrier, Awaitable {
    private static final int RADIX = 8;

    private static final long EPOCH = 0;
    private static final long LEFT = 128;
    private static final long SLEEPERS = 256;

    /** Held, so that it stays mapped. */
    private final MemorySegment memory;
    private final long base;
    private final ProgressEngine engine;
    private final Domain domain;
    private final int rank;
    private final int size;
    private final long counters;
    private boolean broken;
    private long epoch;
    /** This rank is in the sleepers' list. */
    private boolean listed;

    NodeBarrier(MemorySegment memory, ProgressEngine engine, Domain domain, int rank, int size) {
        this.memory = memory;
        base = RawWords.addressOf(memory);
        this.engine = engine;
        this.domain = domain;
        this.rank = rank;
        this.size = size;
        counters = base + countersAt(size);
    }

    /** Bytes that a job of this size needs. */
    static long bytes(int size) {
        long nodes = 0;
        for (int width = size; width > 1; width = (width + RADIX - 1) / RADIX) {
            nodes += (width + RADIX - 1) / RADIX;
        }
        return countersAt(size) + nodes * Words.PAIR_OF_LINES;
    }

    private static long countersAt(int size) {
        return Words.align(SLEEPERS + (size + 63) / 64 * (long) Long.BYTES, Words.PAIR_OF_LINES);
    }

    @Override
    public void await() {
        engine.refuseInHandler();
        if (broken) {
            throw lost();
        }
        epoch = RawWords.getLong(base + EPOCH) + 1;
        if (arrive()) {
            // Full order: the epoch is out before we look for sleepers, and a sleeper sets its bit before it looks at
            // the epoch a last time. One of the two sees the other. Also: all arrivals are before all departures.
            RawWords.setVolatile(base + EPOCH, epoch);
            wakeSleepers();
            return;
        }
        listed = false;
        try {
            engine.await(this, ProgressEngine.ANYBODY_HERE);
        } catch (FabricException e) {
            breakOff();
            throw e;
        }
        if (listed) {
            setSleeping(false);
        }
        if (RawWords.getAcquire(base + EPOCH) < epoch) {
            breakOff();
            throw lost();
        }
    }

    /** This rank has come to a barrier that can never end. It must not come again: it would count for the lost one. */
    private void breakOff() {
        broken = true;
        leave();
    }

    private FabricException lost() {
        return new FabricException(FabricException.Severity.PEER_LOST,
            "a rank has ended while others wait for it in a barrier: rank=" + rank + " barrier=" + epoch);
    }

    /** Counts this rank in; true for the last of all. */
    private boolean arrive() {
        int index = rank;
        int width = size;
        long level = counters;
        while (width > 1) {
            int group = index / RADIX;
            int groups = (width + RADIX - 1) / RADIX;
            int members = Math.min(RADIX, width - group * RADIX);
            long counter = level + (long) group * Words.PAIR_OF_LINES;
            // Atomic, full order: what the ranks below did is before what the last of them does further up.
            if (RawWords.getAndAdd(counter, 1) != members - 1) {
                return false;
            }
            // Nobody comes here again before the epoch advances, which is after this.
            RawWords.setLong(counter, 0);
            level += (long) groups * Words.PAIR_OF_LINES;
            index = group;
            width = groups;
        }
        return true;
    }

    /** Asked by the waiting loop. */
    @Override
    public boolean isDone() {
        // Acquire: what the others did before they came is visible after this. Pairs with the volatile write in
        // await().
        if (RawWords.getAcquire(base + EPOCH) >= epoch) {
            return true;
        }
        return listed && RawWords.getVolatile(base + EPOCH) < epoch
            && RawWords.getVolatile(base + LEFT) > 0 && RawWords.getVolatile(base + EPOCH) < epoch;
    }

    @Override
    public boolean isDoneBeforeSleep() {
        if (!listed) {
            listed = true;
            setSleeping(true);
        }
        return RawWords.getVolatile(base + EPOCH) >= epoch || isDone();
    }

    private void setSleeping(boolean asleep) {
        long word = base + SLEEPERS + rank / 64 * (long) Long.BYTES;
        long bit = 1L << rank % 64;
        long seen = RawWords.getVolatile(word);
        while (!RawWords.compareAndSet(word, seen, asleep ? seen | bit : seen & ~bit)) {
            seen = RawWords.getVolatile(word);
        }
    }

    private void wakeSleepers() {
        for (int first = 0; first < size; first += 64) {
            long bits = RawWords.getVolatile(base + SLEEPERS + first / 64 * (long) Long.BYTES);
            for (; bits != 0; bits &= bits - 1) {
                domain.wake(first + Long.numberOfTrailingZeros(bits));
            }
        }
    }

    @Override
    public void leave() {
        RawWords.getAndAdd(base + LEFT, 1);
        wakeSleepers();
    }
}
