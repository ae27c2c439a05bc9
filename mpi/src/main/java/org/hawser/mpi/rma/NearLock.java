package org.hawser.mpi.rma;

import org.hawser.platform.libc.Libc;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Rank;

/**
 * The lock of a target whose control block this member maps, in CPU mode: the processor's atomics on the target's
 * {@link LockWord}. Entering a lock that nobody has and leaving it is one atomic each; the target runs nothing.
 *
 * <p>A lock that this member takes often costs it no atomic at all, see {@link LockBias}.
 *
 * <p>Whoever waits looks, makes progress, and after a while sleeps as any wait of the runtime does. It reserves the
 * lock before, so whoever makes room for it wakes it. Once the wait has become sleep it also looks whether the holder
 * lives.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing.
 */
final class NearLock implements Awaitable {
    private static final long PATIENCE_NANOS = 50_000;
    private static final long PATIENCE_NANOS_SHARING_CORES = 4_000_000;
    private static final int LOOKS_AWAKE = 2_000;
    private static final int LOOK_AFTER_MASK = 7;

    private static final int WAITING = 0;
    private static final int RESERVED = 1;
    private static final int IN = 2;
    private static final int ELSEWHERE = 3;
    private static final int LOST = 4;

    private final Rank rank;
    private final LockHolders holders;
    private final LockNodes nodes;
    private final int me;
    private final int target;
    private final long at;
    private final long records;
    private final long record;
    /** Null where locks do not become anybody's own. */
    private final LockBias bias;
    private final long patience;
    private final int looksBeforeSleep;
    private boolean exclusive;
    private int looks;
    private long impatient;
    private int outcome;
    private int lost;

    /**
     * The lock of {@code target}, whose control block is mapped at {@code control}.
     *
     * @param turns after how many turns in a row the lock becomes this member's own; 0 for never
     */
    NearLock(Rank rank, LockHolders holders, LockNodes nodes, int me, int target, int size, long control,
             int turns) {
        this.rank = rank;
        this.holders = holders;
        this.nodes = nodes;
        this.me = me;
        this.target = target;
        at = control + Control.LOCK;
        records = control + Control.sharers(size);
        record = control + Control.sharer(size, me);
        bias = turns > 0 ? new LockBias(at, records, me, turns, Libc::fenceAll) : null;
        patience = rank.sharesCores() ? PATIENCE_NANOS_SHARING_CORES : PATIENCE_NANOS;
        looksBeforeSleep = rank.looksBeforeSleep();
    }

    /** What makes the lock this member's own, by which it enters then; null where nothing does. */
    LockBias bias() {
        return bias;
    }

    /** Enters a lock that nobody has; false when it takes more. */
    boolean enterFree(boolean alone) {
        if (bias != null && bias.isOwn()) {
            return false;
        }
        if (alone) {
            return LockWord.enterFree(at, me, true);
        }
        // The swap orders it before the count.
        RawWords.setOpaque(record, LockRecord.of(0, true));
        if (LockWord.enterFree(at, me, false)) {
            return true;
        }
        RawWords.setRelease(record, LockRecord.of(0, false));
        return false;
    }

    /** Waits until this member has the lock; false when the lock is in network mode. */
    boolean enter(boolean alone, LockCounts counts) {
        if (bias != null) {
            endOwn();
        }
        exclusive = alone;
        looks = 0;
        outcome = WAITING;
        if (!isDone()) {
            counts.waits++;
            impatient = System.nanoTime() + patience;
            await();
        }
        return outcome == IN;
    }

    /** What follows needs more than a lock of this member's own can give, or others want it. */
    private void endOwn() {
        if (bias.isOwn()) {
            wakeNext(bias.giveUp());
        } else {
            bias.restart();
        }
    }

    private void await() {
        try {
            rank.awaitRegardless(this);
            while (outcome == RESERVED) {
                outcome = WAITING;
                insist();
            }
            if (outcome == LOST) {
                throw holders.lost(lost, target);
            }
        } catch (RuntimeException e) {
            // Others do not wait for one that has given up.
            LockWord.withdraw(at, me);
            throw e;
        }
    }

    /** Nobody enters before this member does: it stays awake, if it need not wait for long. */
    private void insist() {
        for (int i = 0; i < LOOKS_AWAKE && !isDone(); i++) {
            rank.progress();
            if (rank.sharesCores()) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
        rank.awaitRegardless(this);
    }

    @Override
    public boolean isDone() {
        if (outcome == WAITING) {
            long held = attempt();
            if (LockWord.isBiased(held) && held != LockWord.ENTERED) {
                held = endBias(held);
            }
            if (held == LockWord.ENTERED) {
                outcome = IN;
            } else if (LockWord.isAway(held)) {
                outcome = ELSEWHERE;
            } else {
                persist(held);
            }
        }
        return outcome != WAITING;
    }

    private long attempt() {
        if (exclusive) {
            return LockWord.enter(at, me, true);
        }
        long held = RawWords.getAcquire(at);
        boolean refused = LockWord.entered(held, me, false) == LockWord.REFUSED;
        boolean joins = refused && LockWord.joined(held) != LockWord.REFUSED && looks > 0
            && System.nanoTime() - impatient > LockWord.JOIN_NANOS;
        if (refused && !joins) {
            return held;
        }
        RawWords.setOpaque(record, LockRecord.of(0, true));
        held = joins && LockWord.join(at) ? LockWord.ENTERED : LockWord.enter(at, me, false);
        if (held != LockWord.ENTERED) {
            RawWords.setRelease(record, LockRecord.of(0, false));
        }
        return held;
    }

    /** The lock is another member's own: no longer. */
    private long endBias(long held) {
        if (!bias.end(held)) {
            return RawWords.getAcquire(at);
        }
        if (LockWord.reserved(held) != me) {
            wakeNext(held);
        }
        return attempt();
    }

    private void persist(long held) {
        looks++;
        if (LockWord.reserved(held) < 0 && looks > 1 && System.nanoTime() - impatient > 0
                && LockWord.reserve(at, me)) {
            outcome = RESERVED;
        }
        if (looks > looksBeforeSleep && (looks & LOOK_AFTER_MASK) == 0) {
            lookAfter(held);
        }
    }

    private void lookAfter(long held) {
        int reserved = LockWord.reserved(held);
        if (reserved != me && holders.isGone(reserved)) {
            LockWord.withdraw(at, reserved);
        }
        int gone = holders.goneHolder(held, records);
        if (gone >= 0 && LockWord.sameInside(held, RawWords.getAcquire(at))) {
            lost = gone;
            outcome = LOST;
        }
    }

    /** Gives the lock back, and wakes the one it is reserved for. */
    void leave(boolean alone) {
        if (alone && bias != null && bias.keep()) {
            return;
        }
        long before = LockWord.leave(at, me, alone);
        if (!alone) {
            // After the count.
            RawWords.setRelease(record, LockRecord.of(0, false));
        }
        if (LockWord.makesRoom(before)) {
            wakeNext(before);
        }
    }

    /** Leaves the lock that was this member's own when it entered. */
    void leaveOwn() {
        if (!bias.leave()) {
            wakeNext(bias.giveUp());
        }
    }

    /** Wakes the one for whom a word that makes room is reserved, if it is. */
    private void wakeNext(long before) {
        int next = LockWord.reserved(before);
        if (next >= 0) {
            // For a far member the target's keeper waits.
            rank.wake(holders.world(nodes.together(next, target) ? next : target));
        }
    }

    /** Takes the lock, which this member has carried away from the network's word, into CPU mode, and has it here. */
    void bringHome(boolean alone) {
        if (!alone) {
            RawWords.setOpaque(record, LockRecord.of(0, true));
        }
        // All that was done under the lock in network mode comes before.
        RawWords.setVolatile(at, alone ? LockWord.heldBy(me) : LockWord.shared());
    }
}
