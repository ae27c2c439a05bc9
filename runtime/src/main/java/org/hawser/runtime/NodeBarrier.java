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
 *   0: epoch (the last arrival writes)       128: left (ranks that have ended)   192: gathered (the last arrival, where
 * 256: sleepers, one bit a rank                                                       member 0 advances the epoch)
 *      then, each in two lines of its own: the counters of the tree, leaves first
 * </pre>
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> at construction.
 */
final class NodeBarrier implements Barrier, Awaitable {
    private static final int RADIX = 8;

    private static final long EPOCH = 0;
    private static final long LEFT = 128;
    private static final long GATHERED = 192;
    private static final long SLEEPERS = 256;

    /** Held, so that it stays mapped. */
    private final MemorySegment memory;
    private final long base;
    private final ProgressEngine engine;
    private final Domain domain;
    /** The ranks that take part; null when all do. */
    private final int[] members;
    /** This one among them. */
    private final int index;
    private final int size;
    private final long counters;
    private boolean broken;
    private volatile boolean cut;
    private long epoch;
    /** The word that must reach the epoch: {@link #EPOCH} or {@link #GATHERED}. */
    private long awaited;
    /** This rank is in the sleepers' list. */
    private boolean listed;

    /** A barrier of all ranks. */
    NodeBarrier(MemorySegment memory, ProgressEngine engine, Domain domain, int rank, int size) {
        this(memory, engine, domain, null, rank, size);
    }

    /** A barrier of the ranks of a node, this one at {@code index} among them. */
    NodeBarrier(MemorySegment memory, ProgressEngine engine, Domain domain, int[] members, int index) {
        this(memory, engine, domain, members, index, members.length);
    }

    private NodeBarrier(MemorySegment memory, ProgressEngine engine, Domain domain, int[] members, int index,
                        int size) {
        this.memory = memory;
        base = RawWords.addressOf(memory);
        this.engine = engine;
        this.domain = domain;
        this.members = members;
        this.index = index;
        this.size = size;
        counters = base + countersAt(size);
    }

    private int member(int number) {
        return members == null ? number : members[number];
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
        begin();
        if (arrive()) {
            release();
        } else {
            awaitWord(EPOCH);
        }
    }

    /** The same, where member 0 does {@code between} when all have come and before any goes on. */
    void await(Barrier between) {
        begin();
        boolean last = arrive();
        if (index != 0) {
            if (last) {
                // Full order: as for the epoch in release().
                RawWords.setVolatile(base + GATHERED, epoch);
                domain.wake(member(0));
            }
            awaitWord(EPOCH);
            return;
        }
        if (!last) {
            awaitWord(GATHERED);
        }
        try {
            between.await();
        } catch (FabricException e) {
            breakOff();
            throw e;
        }
        release();
    }

    /** The number of the barrier that this rank came to last. */
    long epoch() {
        return epoch;
    }

    private void begin() {
        engine.refuseInHandler();
        if (broken || cut) {
            throw lost();
        }
        epoch = RawWords.getLong(base + EPOCH) + 1;
    }

    private void release() {
        // Full order: the epoch is out before we look for sleepers, and a sleeper sets its bit before it looks at
        // the epoch a last time. One of the two sees the other. Also: all arrivals are before all departures.
        RawWords.setVolatile(base + EPOCH, epoch);
        wakeSleepers();
    }

    private void awaitWord(long word) {
        awaited = word;
        listed = false;
        try {
            engine.awaitWord(this, ProgressEngine.ANYBODY_HERE);
        } catch (FabricException e) {
            breakOff();
            throw e;
        }
        if (listed) {
            setSleeping(false);
        }
        if (RawWords.getAcquire(base + word) < epoch) {
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
            "another rank has ended that this one waits for in a barrier: waiting=" + member(index)
            + " barrier=" + epoch);
    }

    /** Counts this rank in; true for the last of all. */
    private boolean arrive() {
        int at = index;
        int width = size;
        long level = counters;
        while (width > 1) {
            int group = at / RADIX;
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
            at = group;
            width = groups;
        }
        return true;
    }

    /** Asked by the waiting loop. */
    @Override
    public boolean isDone() {
        // Acquire: what the others did before they came is visible after this. Pairs with the volatile writes of the
        // word.
        return RawWords.getAcquire(base + awaited) >= epoch || cut || listed && isLeft();
    }

    /**
     * Apart, and with few accesses: a start with many ranks has {@link #isDone} compiled, and the first compiler takes,
     * and keeps, half a megabyte for each access that it finds there.
     */
    private boolean isLeft() {
        return RawWords.getVolatile(base + LEFT) > 0 && RawWords.getVolatile(base + awaited) < epoch;
    }

    @Override
    public boolean isDoneBeforeSleep() {
        if (!listed) {
            listed = true;
            setSleeping(true);
        }
        return RawWords.getVolatile(base + awaited) >= epoch || isDone();
    }

    private void setSleeping(boolean asleep) {
        long word = base + SLEEPERS + index / 64 * (long) Long.BYTES;
        long bit = 1L << index % 64;
        long seen = RawWords.getVolatile(word);
        while (!RawWords.compareAndSet(word, seen, asleep ? seen | bit : seen & ~bit)) {
            seen = RawWords.getVolatile(word);
        }
    }

    private void wakeSleepers() {
        for (int first = 0; first < size; first += 64) {
            long bits = RawWords.getVolatile(base + SLEEPERS + first / 64 * (long) Long.BYTES);
            for (; bits != 0; bits &= bits - 1) {
                domain.wake(member(first + Long.numberOfTrailingZeros(bits)));
            }
        }
    }

    @Override
    public void cut() {
        cut = true;
        engine.wakeSleepers();
    }

    @Override
    public void leave() {
        RawWords.getAndAdd(base + LEFT, 1);
        wakeSleepers();
    }
}
