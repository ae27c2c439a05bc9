package org.hawser.mpi.rma;

import java.util.function.BooleanSupplier;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.libc.Libc;
import org.hawser.platform.memory.RawWords;

/**
 * A lock in CPU mode that one member has taken alone many times in a row, with nobody else wanting it, becomes that
 * member's own: it enters and leaves with plain stores, until somebody else comes.
 *
 * <p>Why: the two atomics of a turn cost more than the put between them, and most locks are taken by one and the same.
 *
 * <p>How. The lock word says whose it is. Its owner writes <em>inside</em> into its {@link LockRecord}, then reads the
 * lock word: if that still says what the owner left there, it has the lock. To leave, it takes <em>inside</em> back.
 * Somebody else marks the word as <em>ending</em>, then reads the owner's record. With no fence at the owner each could
 * miss the other's store. So the newcomer, which can wait, has the kernel run a fence on every processor
 * ({@link Libc#fenceAll}), between its two accesses. At that fence the owner is
 * <ul>
 * <li>before its read of the word: it will find that the bias is over, take <em>inside</em> back and go the long
 *     way;</li>
 * <li>or past it: then its <em>inside</em> was written before, and the newcomer reads it, and waits until it is taken
 *     back.</li>
 * </ul>
 * The same holds when the owner leaves: it takes <em>inside</em> back and reads the word once more. Either it finds
 * that the bias ends, and frees the word and wakes who has reserved it, or the newcomer finds it outside.
 *
 * <p>Whoever finds an ending bias whose owner is outside frees the word by compare-and-swap; so may the owner; one of
 * them does. The word carries the number of the bias, so a swap that was thought of in an earlier one fails. A member
 * that dies while the lock is its own leaves it free, unless it dies inside, which is noticed as of any holder.
 *
 * <p>An unlock with no atomic is no fence. So this is only for where a flush is none, see {@link StoreOrder}.
 *
 * <p>An end costs the newcomer some ten milliseconds, as much as the owner saves in a million turns. So a member must
 * have taken the lock that often before it becomes its own, and four times as often after each time that it was taken
 * back. One that gives the lock up by itself, because it wants to share it, has spent nothing of what it has saved:
 * soon after that it is the owner again.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing.
 */
final class LockBias {
    private static final String TURNS = "1000000";
    private static final int MOST_TURNS = 1 << 28;
    private static final int GROWTH = 4;
    /** A lock that its owner has given up itself is its own again after so many turns. */
    private static final int TURNS_TO_RETURN = 1_000;

    private final long at;
    private final long records;
    private final long record;
    private final int me;
    private final BooleanSupplier fence;
    /** The word while the lock is this member's own; {@link LockWord#FREE} while it is not. */
    private long own;
    private int number;
    private int turnsLeft;
    private int turnsWanted;

    /**
     * Of the lock whose word is at an address.
     *
     * @param records where the {@link LockRecord}s of all members are
     * @param turns   how often this member takes the lock before it becomes its own
     * @param fence   has a fence run wherever a member may be; false when that is refused
     */
    LockBias(long at, long records, int me, int turns, BooleanSupplier fence) {
        this.at = at;
        this.records = records;
        this.me = me;
        this.fence = fence;
        record = records + (long) me * Long.BYTES;
        turnsLeft = turns;
        turnsWanted = turns;
    }

    /**
     * How often a member takes a lock in a row before it becomes its own, as the hint or the setting {@code bias} has
     * it; 0 for never, also where this process could take no part, as far as can be told without asking the kernel.
     * Where one member takes no part none does: it could not end the bias of another.
     */
    static int turns(Hints hints, StoreOrder order) {
        int turns = LockNodes.number("bias", hints.choice("bias", TURNS), 0);
        return Libc.available() && order.isLate() ? Math.min(turns, MOST_TURNS) : 0;
    }

    /** True while this member has nothing to the contrary: the lock is its own. */
    boolean isOwn() {
        return own != LockWord.FREE;
    }

    /** The owner enters; false when its bias is over, and {@link #giveUp} is to follow. */
    boolean enter() {
        // Opaque: in program order for the compiler; the newcomer's fence is for the processor.
        RawWords.setOpaque(record, LockRecord.INSIDE);
        if (RawWords.getOpaque(at) == own) {
            return true;
        }
        RawWords.setRelease(record, LockRecord.NOTHING);
        return false;
    }

    /** The owner leaves; false when its bias is over, and {@link #giveUp} is to follow. */
    boolean leave() {
        // Release: what was done inside comes first. Pairs with the acquire in end().
        RawWords.setRelease(record, LockRecord.NOTHING);
        return RawWords.getOpaque(at) == own;
    }

    /** The owner, which is not inside, has its lock no longer; returns what the word held before it was freed. */
    long giveUp() {
        long mine = own;
        own = LockWord.FREE;
        long held = RawWords.getAcquire(at);
        boolean freed = false;
        while (!freed && LockWord.isSameBias(held, mine)) {
            long found = RawWords.compareAndExchange(at, held, LockWord.unbiased(held));
            freed = found == held;
            held = found;
        }
        if (held == mine && !LockWord.isFirst(number)) {
            // It was this member itself that wants to share it now. Not so soon when the numbers begin anew: a newcomer
            // that was stopped before its swap must not meet the number that it has seen.
            turnsLeft = Math.min(turnsWanted, TURNS_TO_RETURN);
        } else {
            if (held != mine) {
                // Somebody else wanted it.
                turnsWanted = Math.min(turnsWanted * GROWTH, MOST_TURNS);
            }
            restart();
        }
        return freed ? held : LockWord.FREE;
    }

    /** Another was in the way: the count of turns in a row begins anew. */
    void restart() {
        turnsLeft = turnsWanted;
    }

    /**
     * This member, which has the lock alone by the long way, is about to leave: true when it has left, and the lock is
     * its own from now on.
     */
    boolean keep() {
        if (--turnsLeft > 0) {
            return false;
        }
        restart();
        if (!Libc.canFenceAll()) {
            turnsWanted = MOST_TURNS;
            return false;
        }
        number++;
        long next = LockWord.biasedTo(me, number);
        // Not when somebody has reserved it. The swap is a fence: what was done inside comes first.
        if (!RawWords.compareAndSet(at, LockWord.heldBy(me), next)) {
            return false;
        }
        own = next;
        return true;
    }

    /**
     * Ends the bias of another member.
     *
     * @param held a word that is biased
     * @return whether the word is free of it now, by this member's doing
     */
    boolean end(long held) {
        long ending = LockWord.ending(held);
        long owner = records + (long) LockWord.holder(held) * Long.BYTES;
        if (ending != held) {
            if (!RawWords.compareAndSet(at, held, ending)) {
                return false;
            }
        } else if (LockRecord.isInside(RawWords.getOpaque(owner))) {
            // Somebody has had the fence run, so the owner will see to it when it leaves.
            return false;
        }
        if (!fence.getAsBoolean()) {
            throw new MpiFailure(ErrorClass.OTHER, "the kernel refuses the call membarrier to this process, and grants "
                + "it to another that has the lock of a window: holder=" + LockWord.holder(held)
                + "; switch biased locks off with the setting hawser.mpi.rma.bias=0");
        }
        // Acquire: what the owner did inside is seen. Pairs with the release in leave().
        return !LockRecord.isInside(RawWords.getAcquire(owner))
            && RawWords.compareAndSet(at, ending, LockWord.unbiased(ending));
    }
}
