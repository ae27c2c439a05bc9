package org.hawser.mpi.rma;

import org.hawser.fabric.MappedRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
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
 * <p>Cost: 1 line written and p − 1 read; the first block's line of sleepers is read, and written by those that sleep.
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
    private final Target[] targets;
    /** Held, so that they stay mapped. */
    private final MappedRegion[] blocks;
    /** Where each member's number is. */
    private final long[] words;
    private final int me;
    private final NodeFlags flags;
    private final int spins;
    private long number;

    private int awaited;
    /** This member's bit is among the sleepers'. */
    private boolean listed;

    /** For members whose blocks {@link #fits}. */
    FlagBarrier(PointToPoint point, Target[] targets, int me) {
        this.point = point;
        this.targets = targets;
        this.me = me;
        rank = point.rank();
        words = new long[targets.length];
        blocks = new MappedRegion[targets.length];
        for (int i = 0; i < words.length; i++) {
            blocks[i] = (MappedRegion) targets[i].control;
            words[i] = RawWords.addressOf(blocks[i].map()) + Control.ARRIVED;
        }
        flags = new NodeFlags(RawWords.addressOf(blocks[0].map()) + Control.SLEEPERS, me);
        spins = rank.sharesCores() ? 0 : SPINS;
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

    @Override
    public void arrive() {
        number++;
        if (!blocks[0].isOpen()) {
            // The word of sleepers has gone with its owner: they find out by themselves.
            RawWords.setVolatile(words[me], number);
            return;
        }
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
        if (hasCome(member)) {
            return;
        }
        for (int i = spins; i > 0; i--) {
            Thread.onSpinWait();
            if (hasCome(member)) {
                return;
            }
        }
        awaitLong(member);
    }

    /** Looks whether the block is open first: its memory goes when its owner leaves the job. */
    private boolean hasCome(int member) {
        return blocks[member].isOpen() && NodeFlags.isRaised(words[member], number);
    }

    /** One thread at a time waits here; others that wait for a first access of theirs wait for it. */
    private synchronized void awaitLong(int member) {
        awaited = member;
        listed = false;
        try {
            point.await(this, targets[member].world);
        } finally {
            if (listed && blocks[0].isOpen()) {
                flags.awake();
            }
        }
        if (!hasCome(member)) {
            throw new MpiFailure(ErrorClass.PROC_FAILED, "a process has ended and others wait for it: rank="
                + member);
        }
    }

    /** Asked by the waiting loop; also true when the member has left the job. */
    @Override
    public boolean isDone() {
        return hasCome(awaited) || !blocks[awaited].isOpen();
    }

    @Override
    public boolean isDoneBeforeSleep() {
        if (!listed && blocks[0].isOpen()) {
            listed = true;
            // The word is the member's own memory, which goes with it: where it is gone, that ends the wait.
            if (blocks[awaited].isOpen() && flags.sleepUnlessRaised(words[awaited], number)) {
                return true;
            }
        }
        return isDone();
    }

    private void wake(long asleep) {
        for (long bits = asleep; bits != 0; bits &= bits - 1) {
            rank.wake(targets[Long.numberOfTrailingZeros(bits)].world);
        }
    }
}
