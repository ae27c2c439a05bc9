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
 * 136: the last barrier with values          144: the last one with values that differ    152: what is known of them
 * 192: gathered (the last arrival, where member 0 advances the epoch)   200: the last barrier to which that came apart
 * 256: sleepers, one bit a rank
 *      then, each in two lines of its own: the counters of the tree, leaves first
 *      a leaf: 0: counter   8: ranks that gave a value, one bit each   64: their values
 * </pre>
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> at construction.
 */
final class NodeBarrier implements Barrier, Awaitable {
    private static final int RADIX = 8;

    private static final long EPOCH = 0;
    private static final long LEFT = 128;
    private static final long VALUED = 136;
    private static final long DIFFERS = 144;
    private static final long SUMMARY = 152;
    private static final long GATHERED = 192;
    private static final long APART = 200;
    private static final long SLEEPERS = 256;
    private static final long GIVEN = 8;
    private static final long VALUES = 64;

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
    private final BarrierValues values = new BarrierValues();
    private boolean broken;
    private volatile boolean cut;
    private long epoch;
    /** The word that must reach the epoch: {@link #EPOCH} or {@link #GATHERED}. */
    private long awaited;
    /** This rank was the last to come. */
    private boolean last;
    /** The value it came with, if it did. */
    private long own;
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

    /** In halves or not is the same here: nobody has to do anything for the others to go on. */
    @Override
    public void come(boolean apart, boolean valued, long value) {
        if (enter(false, valued, value)) {
            release(values);
        }
    }

    @Override
    public void finish() {
        if (!last) {
            awaitWord(EPOCH);
        }
    }

    @Override
    public boolean isOver() {
        awaited = EPOCH;
        return isDone() || isLeft();
    }

    /**
     * Comes, where others may have to come elsewhere before the epoch advances; true for the last. It has put the
     * values together.
     */
    boolean enter(boolean apart, boolean valued, long value) {
        begin();
        if (apart) {
            RawWords.setLong(base + APART, epoch);
        }
        if (valued) {
            give(value);
        }
        last = arrive();
        if (last) {
            values.clear();
            if (RawWords.getLong(base + VALUED) == epoch) {
                collect();
            }
        }
        return last;
    }

    /** Of the last to come: member 0 may go on; true when it is to be told by a message. */
    boolean gathered() {
        boolean apart = RawWords.getLong(base + APART) == epoch;
        // Full order: as for the epoch in release().
        RawWords.setVolatile(base + GATHERED, epoch);
        domain.wake(member(0));
        return apart;
    }

    /** Of member 0: waits until all have come. */
    void awaitGathered() {
        if (!last) {
            awaitWord(GATHERED);
        }
    }

    /** Waits until the epoch advances. */
    void awaitReleased() {
        awaitWord(EPOCH);
    }

    /** What the ranks that have all come gave. */
    void readValues(BarrierValues into) {
        into.clear();
        if (RawWords.getLong(base + VALUED) == epoch) {
            into.read(memory, SUMMARY);
        }
    }

    private long leaf(int group) {
        return counters + (long) group * Words.PAIR_OF_LINES;
    }

    /** Before this rank arrives, which is a full fence. */
    private void give(long value) {
        own = value;
        if (size > 1) {
            long leaf = leaf(index / RADIX);
            RawWords.setLong(leaf + VALUES + index % RADIX * (long) Long.BYTES, value);
            RawWords.getAndBitwiseOr(leaf + GIVEN, 1L << index % RADIX);
        }
        RawWords.setLong(base + VALUED, epoch);
    }

    /** By the last to come: nobody gives a value before the epoch advances. */
    private void collect() {
        if (size == 1) {
            values.add(member(0), own);
        }
        for (int first = 0; size > 1 && first < size; first += RADIX) {
            long leaf = leaf(first / RADIX);
            for (long bits = RawWords.getLong(leaf + GIVEN); bits != 0; bits &= bits - 1) {
                int slot = Long.numberOfTrailingZeros(bits);
                values.add(member(first + slot), RawWords.getLong(leaf + VALUES + slot * (long) Long.BYTES));
            }
            RawWords.setLong(leaf + GIVEN, 0);
        }
        values.write(memory, SUMMARY);
    }

    @Override
    public BarrierValues difference() {
        // Written before the epoch, which this rank has seen; and not again before it comes again.
        if (RawWords.getLong(base + DIFFERS) != epoch) {
            return null;
        }
        values.read(memory, SUMMARY);
        return values;
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

    /** Lets all go; those who gave what {@code all} knows are told when they differ. */
    void release(BarrierValues all) {
        if (all.differ()) {
            all.write(memory, SUMMARY);
            RawWords.setLong(base + DIFFERS, epoch);
        }
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
    void breakOff() {
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
