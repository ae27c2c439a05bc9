package org.hawser.mpi.rma;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * The lock of a target in network mode: compare-and-swap and addition on the network's {@link LockWord}, through the
 * fabric, whoever asks. Who finds it taken asks again after a pause that doubles, up to a millisecond.
 *
 * <p>Taking the lock is one round trip, and giving it back none: that leaves and is not waited for. Who takes the lock
 * again before it has been done finds itself inside, where the network keeps no order, and waits for it then.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> per operation.
 */
final class FarLock {
    private static final int PATIENCE = 8;
    private static final int LOOK_AFTER = 16;
    /** Pauses are this many doublings of a microsecond at most; of one who has reserved, fewer. */
    private static final int LONGEST_PAUSE = 10;
    private static final int LONGEST_PAUSE_RESERVED = 5;
    private static final int TURNS_PER_RECORD = 8;

    private final Rank rank;
    private final LockHolders holders;
    private final int me;
    private final int target;
    private final int size;
    private final boolean far;
    private final RemoteRegion control;
    private final Pause pause = new Pause();
    private final Handle recording = new Handle();
    private final Handle leaving = new Handle();
    private final MemorySegment record = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
    private long turns;
    private long seen;
    private long joins;

    /**
     * The lock of {@code target}.
     *
     * @param far     whether this member is far from the target, and keeps count of its turns
     * @param control the target's control block, through the network
     */
    FarLock(Rank rank, LockHolders holders, int me, int target, int size, boolean far, RemoteRegion control) {
        this.rank = rank;
        this.holders = holders;
        this.me = me;
        this.target = target;
        this.size = size;
        this.far = far;
        this.control = control;
    }

    /** Takes the lock alone if nobody has it and nobody waits; false when somebody does, or it is in CPU mode. */
    boolean enterFree() {
        try {
            seen = rank.compareSwap(control, Control.NETWORK_LOCK, LockWord.FREE, LockWord.heldBy(me));
            return seen == LockWord.FREE;
        } catch (FabricException e) {
            throw lostTarget(e);
        }
    }

    /** Waits until this member has the lock; false when the lock is in CPU mode. */
    boolean enter(boolean exclusive, LockCounts counts) {
        try {
            return tryEnter(exclusive, counts);
        } catch (FabricException e) {
            throw lostTarget(e);
        }
    }

    private boolean tryEnter(boolean exclusive, LockCounts counts) {
        long guess = LockWord.FREE;
        long next = LockWord.entered(guess, me, exclusive);
        joins = System.nanoTime() + LockWord.JOIN_NANOS;
        int tries = 0;
        boolean recorded = exclusive;
        while (true) {
            if (!recorded) {
                record(true);
                recorded = true;
            }
            seen = rank.compareSwap(control, Control.NETWORK_LOCK, guess, next);
            if (seen == guess) {
                counts.network++;
                counts.waits += tries > 0 ? 1 : 0;
                turn(exclusive);
                return true;
            }
            next = next(exclusive);
            if (next != LockWord.REFUSED) {
                guess = seen;
                continue;
            }
            // Who waits is not taken for a sharer.
            if (!exclusive) {
                record(false);
                recorded = false;
            }
            if (LockWord.isAway(seen)) {
                return false;
            }
            guess = persist(tries++);
            next = LockWord.entered(guess, me, exclusive);
        }
    }

    /** What may follow the word that was seen, or {@link LockWord#REFUSED}. */
    private long next(boolean exclusive) {
        long next = LockWord.entered(seen, me, exclusive);
        return next == LockWord.REFUSED && !exclusive && System.nanoTime() - joins > 0 ? LockWord.joined(seen) : next;
    }

    /** Waits a little; returns what the word may hold when this member can enter. */
    private long persist(int tries) {
        if (tries >= LOOK_AFTER && tries % LOOK_AFTER == 0) {
            lookAfter();
        }
        awaitLeft();
        boolean mine = LockWord.reserved(seen) == me;
        if (tries >= PATIENCE && LockWord.reserved(seen) < 0) {
            long next = LockWord.reservedFor(seen, me);
            mine = rank.compareSwap(control, Control.NETWORK_LOCK, seen, next) == seen;
        }
        pause(mine ? Math.min(tries, LONGEST_PAUSE_RESERVED) : tries);
        return mine ? LockWord.reservedFor(LockWord.FREE, me) : LockWord.FREE;
    }

    private void lookAfter() {
        int reserved = LockWord.reserved(seen);
        if (reserved != me && holders.isGone(reserved)) {
            rank.compareSwap(control, Control.NETWORK_LOCK, seen, LockWord.withdrawn(seen, reserved));
        }
        int gone;
        if (LockWord.holder(seen) >= 0) {
            gone = holders.goneHolder(seen, 0);
        } else {
            MemorySegment records = Arena.ofAuto().allocate((long) size * Long.BYTES, Long.BYTES);
            rank.get(control, Control.sharers(size), records, 0, records.byteSize());
            gone = holders.goneHolder(seen, RawWords.addressOf(records));
        }
        if (gone >= 0) {
            withdraw();
            throw holders.lost(gone, target);
        }
    }

    private void withdraw() {
        long held = seen;
        while (LockWord.withdrawn(held, me) != LockWord.REFUSED) {
            long found = rank.compareSwap(control, Control.NETWORK_LOCK, held, LockWord.withdrawn(held, me));
            if (found == held) {
                return;
            }
            held = found;
        }
    }

    /** Gives the lock back; it may be done later. */
    void leave(boolean exclusive) {
        try {
            awaitLeft();
            rank.add(control, Control.NETWORK_LOCK, LockWord.leaving(me, exclusive), leaving);
            if (!exclusive) {
                record(false);
            }
        } catch (FabricException e) {
            throw lostTarget(e);
        }
    }

    /** Waits until the lock that was given back is free at the target, and all that goes with it is done. */
    void settle() {
        try {
            awaitLeft();
            awaitRecord();
        } catch (FabricException e) {
            throw lostTarget(e);
        }
    }

    private void awaitLeft() {
        rank.await(leaving, holders.world(target));
        leaving.check();
    }

    /** Has the network's word say that the lock, which this member has alone, is away. */
    void carryOff() {
        long held;
        long found = LockWord.heldBy(me);
        try {
            do {
                held = found;
                found = rank.compareSwap(control, Control.NETWORK_LOCK, held, LockWord.away(me));
            } while (found != held);
        } catch (FabricException e) {
            throw lostTarget(e);
        }
    }

    /** Fails when the one who carried the lock to CPU mode has ended; for those who find it in neither mode. */
    void checkCarrier() {
        int carrier = LockWord.holder(seen);
        if (LockWord.isAway(seen) && holders.isGone(carrier)) {
            throw holders.lost(carrier, target);
        }
    }

    /** Pauses between two attempts, the longer the more there have been. */
    void pause(int tries) {
        pause.begin(1_000L << Math.min(tries, LONGEST_PAUSE));
        rank.awaitRegardless(pause);
    }

    private void turn(boolean exclusive) {
        turns++;
        if (!exclusive) {
            awaitRecord();
        } else if (far && turns % TURNS_PER_RECORD == 0) {
            record(false);
        }
    }

    /** Starts to write this member's record; one write at a time is under way. */
    private void record(boolean shares) {
        awaitRecord();
        RawWords.setLong(RawWords.addressOf(record), LockRecord.of(far ? turns : 0, shares));
        rank.put(control, Control.sharer(size, me), record, 0, Long.BYTES, recording);
    }

    private void awaitRecord() {
        rank.await(recording, holders.world(target));
    }

    private RuntimeException lostTarget(FabricException e) {
        return e.severity() == FabricException.Severity.PEER_LOST
            ? new MpiFailure(ErrorClass.PROC_FAILED, "the target of a lock has ended: target=" + target + ": "
                + e.getMessage(), e) : e;
    }

    /** Ends when a time has come. */
    private static final class Pause implements Awaitable {
        private long end;

        void begin(long nanos) {
            end = System.nanoTime() + nanos;
        }

        @Override
        public boolean isDone() {
            return System.nanoTime() - end >= 0;
        }
    }
}
