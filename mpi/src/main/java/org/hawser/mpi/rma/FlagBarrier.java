package org.hawser.mpi.rma;

import org.hawser.fabric.MappedRegion;
import org.hawser.mpi.coll.node.NodeFlags;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Rank;

/**
 * A barrier of members that map each other's {@link Control} blocks: each raises a number in its own block and looks at
 * those of the others, nothing else. A number only grows, so nothing is ever set back, and a member that is one meeting
 * ahead is still seen to have come to this one.
 *
 * <p>Cost: 1 line written and p − 1 read; the first blocks' line of sleepers is read, and written by those that sleep.
 *
 * <p>A member that waits for one that has ended is told so. It has come itself by then, so nobody waits for it.
 *
 * <p><b>Threads:</b> one at a time, but for {@link #awaitMember}. <b>Allocates:</b> at construction.
 */
final class FlagBarrier implements WindowBarrier, Awaitable {
    /** As many as the word of sleepers has bits. */
    static final int MOST_MEMBERS = 64;
    private static final int SPINS = 200;

    private final PointToPoint point;
    private final Rank rank;
    /** Held, so that their blocks stay mapped. */
    private final Target[] targets;
    /** Where each member's number is. */
    private final long[] words;
    private final int me;
    private final NodeFlags flags;
    private final int spins;
    private final int sleepAfter;
    private long number;

    private long awaited;
    private int looks;

    /** For members whose blocks {@link #fits}. */
    FlagBarrier(PointToPoint point, Target[] targets, int me) {
        this.point = point;
        this.targets = targets;
        this.me = me;
        rank = point.rank();
        words = new long[targets.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = block(targets[i]) + Control.ARRIVED;
        }
        flags = new NodeFlags(block(targets[0]) + Control.SLEEPERS, me);
        spins = rank.sharesCores() ? 0 : SPINS;
        sleepAfter = rank.looksBeforeSleep();
    }

    /** True when all blocks are mapped, and they are not too many. */
    static boolean fits(Target[] targets) {
        for (Target target : targets) {
            if (!(target.control instanceof MappedRegion)) {
                return false;
            }
        }
        return targets.length <= MOST_MEMBERS;
    }

    private static long block(Target target) {
        return RawWords.addressOf(((MappedRegion) target.control).map());
    }

    @Override
    public void arrive() {
        number++;
        long asleep = flags.raise(words[me], number);
        if (asleep != 0) {
            wake(asleep);
        }
    }

    @Override
    public void await() {
        arrive();
        int size = words.length;
        for (int i = me + 1; i < size; i++) {
            awaitMember(i);
        }
        for (int i = 0; i < me; i++) {
            awaitMember(i);
        }
    }

    @Override
    public void awaitMember(int member) {
        long word = words[member];
        if (NodeFlags.isRaised(word, number)) {
            return;
        }
        for (int i = spins; i > 0; i--) {
            Thread.onSpinWait();
            if (NodeFlags.isRaised(word, number)) {
                return;
            }
        }
        awaitLong(word, targets[member].world);
    }

    /** One thread at a time waits here; others that wait for a first access of theirs wait for it. */
    private synchronized void awaitLong(long word, int peer) {
        awaited = word;
        looks = 0;
        try {
            point.await(this, peer);
        } finally {
            if (looks >= sleepAfter) {
                flags.awake();
            }
        }
    }

    /** Asked by the waiting loop. */
    @Override
    public boolean isDone() {
        return NodeFlags.isRaised(awaited, number)
            || ++looks == sleepAfter && flags.sleepUnlessRaised(awaited, number);
    }

    private void wake(long asleep) {
        for (long bits = asleep; bits != 0; bits &= bits - 1) {
            rank.wake(targets[Long.numberOfTrailingZeros(bits)].world);
        }
    }
}
