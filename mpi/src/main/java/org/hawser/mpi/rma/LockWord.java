package org.hawser.mpi.rma;

import org.hawser.platform.memory.RawWords;

/**
 * The word that says who has the lock of a member's window: what its bits mean, and what may follow what.
 *
 * <pre>
 *  63   62   61     60    59        40 39       20 19        0
 * +----+---+------+------+------------+-----------+-----------+
 * |away| 0 |ending|biased| reserved+1 | holder+1  |  sharers  |
 * +----+---+------+------+------------+-----------+-----------+
 * </pre>
 *
 * <p>A word of 0 is free, so a lock that nobody wants is taken with one compare-and-swap that need not look before. A
 * holder has a name; sharers are counted here and named in words of their own. Giving back is one addition, which keeps
 * what others have written beside it.
 *
 * <p><b>Nobody starves.</b> Whoever finds the lock taken looks again for a while, and newcomers may overtake it: the
 * lock goes to who runs, which is what many ranks on few cores need. Then it writes its name into {@code reserved}, if
 * nobody else's is there, and from that moment only it may enter: those inside leave, nobody follows them, and the next
 * one in is the one with the name. So a writer waits for the readers that are inside when its name is written, not for
 * the stream behind them, and a reader waits for one writer. Names are written one after the other, only by those who
 * have waited for their while; who has just been inside begins its while anew.
 *
 * <p><b>Nobody waits in a circle.</b> Those who share may wait for each other, in a barrier perhaps, while somebody has
 * reserved the lock to have it alone. So one who wants to share, and has waited much longer, joins those who do.
 *
 * <p>A word that is <em>biased</em>, or whose bias is <em>ending</em>, is its holder's own, inside or not; in the place
 * of the sharers it has the number of the bias. See {@link LockBias}.
 *
 * <p>A word that is <em>away</em> can be neither entered nor reserved: the lock is kept in the other of its two words
 * (see {@link LockPolicy}), and the holder's place names the member that carried it there.
 *
 * <p><b>Threads:</b> any process; pure functions, and operations on the word at an address. <b>Allocates:</b> nothing.
 */
final class LockWord {
    /** Nobody has the lock and nobody waits. */
    static final long FREE = 0;
    /** Said of a transition that the word does not allow now. */
    static final long REFUSED = -1;
    /** Returned by {@link #enter} when the lock was entered; no word has this value. */
    static final long ENTERED = Long.MAX_VALUE;
    /** The largest window whose members fit into the word. */
    static final int MOST_MEMBERS = (1 << 20) - 2;
    /** How long one who wants to share waits behind a reservation before it joins those who do. */
    static final long JOIN_NANOS = 100_000_000;

    private static final int BITS = 20;
    private static final long FIELD = (1L << BITS) - 1;
    private static final int HOLDER = BITS;
    private static final int RESERVED = 2 * BITS;
    private static final long AWAY = Long.MIN_VALUE;
    private static final long ENDING = 1L << 61;
    private static final long BIASED = 1L << 60;
    private static final long ONE_SHARER = 1;

    private LockWord() {
    }

    /** The word while one member has the lock alone. */
    static long heldBy(int member) {
        return member + 1L << HOLDER;
    }

    /** The word while one member shares the lock. */
    static long shared() {
        return ONE_SHARER;
    }

    /** The word after {@code carrier} has taken the lock to the other word. */
    static long away(int carrier) {
        return AWAY | heldBy(carrier);
    }

    /** The word while the lock is one member's own, for the {@code number}th time. */
    static long biasedTo(int member, int number) {
        return BIASED | heldBy(member) | number & FIELD;
    }

    /** True when the numbers of a member's biases begin anew with this one. */
    static boolean isFirst(int number) {
        return (number & FIELD) == 0;
    }

    /** True when the lock is its holder's own, or was until now. */
    static boolean isBiased(long word) {
        return (word & (BIASED | ENDING)) != 0 && !isAway(word);
    }

    /** True when a word tells of the same bias as another that is biased, be it ending or reserved for somebody. */
    static boolean isSameBias(long word, long biased) {
        return isBiased(word) && sameInside(word, biased);
    }

    /** The word while the bias is ending. */
    static long ending(long biased) {
        return biased & ~BIASED | ENDING;
    }

    /** The word after the bias: nobody has the lock, and who has reserved it still has. */
    static long unbiased(long biased) {
        return biased & FIELD << RESERVED;
    }

    static boolean isAway(long word) {
        return word < 0;
    }

    /** Who has the lock alone or, of a word that is away, who carried it; −1 when nobody. */
    static int holder(long word) {
        return (int) (word >>> HOLDER & FIELD) - 1;
    }

    /** For whom the lock is reserved; −1 when for nobody. */
    static int reserved(long word) {
        return (int) (word >>> RESERVED & FIELD) - 1;
    }

    /** How many share the lock. */
    static int sharers(long word) {
        return (int) (word & FIELD);
    }

    /** True when two words tell of the same holder or the same number of sharers. */
    static boolean sameInside(long one, long other) {
        return (one ^ other) << Long.SIZE - RESERVED == 0;
    }

    /** The word after {@code member} has entered, or {@link #REFUSED}. Its own reservation is used up. */
    static long entered(long word, int member, boolean exclusive) {
        int reserved = reserved(word);
        if (isAway(word) || holder(word) >= 0 || reserved >= 0 && reserved != member) {
            return REFUSED;
        }
        int sharers = sharers(word);
        if (exclusive) {
            return sharers == 0 ? heldBy(member) : REFUSED;
        }
        return sharers + ONE_SHARER;
    }

    /** The word after one more has joined those who share, for whomever it is reserved, or {@link #REFUSED}. */
    static long joined(long word) {
        return isAway(word) || holder(word) >= 0 || sharers(word) == 0 ? REFUSED : word + ONE_SHARER;
    }

    /** The word after {@code member} has reserved the lock, or {@link #REFUSED}. */
    static long reservedFor(long word, int member) {
        return isAway(word) || reserved(word) >= 0 ? REFUSED : word | member + 1L << RESERVED;
    }

    /** The word without the reservation of {@code member}, or {@link #REFUSED} when it has none. */
    static long withdrawn(long word, int member) {
        return isAway(word) || reserved(word) != member ? REFUSED : word & ~(FIELD << RESERVED);
    }

    /** What a member adds to the word to give back what it has. */
    static long leaving(int member, boolean exclusive) {
        return exclusive ? -heldBy(member) : -ONE_SHARER;
    }

    /** True when the one who left made room for the one who has reserved; {@code before} is what the word held. */
    static boolean makesRoom(long before) {
        return before >>> RESERVED != 0 && sharers(before) <= 1;
    }

    // Operations on the word at an address

    /** Enters if nobody has the lock and nobody waits: the usual case, in one atomic. */
    static boolean enterFree(long at, int member, boolean exclusive) {
        // Full order: what is done under the lock comes after. Pairs with the addition in leave().
        return RawWords.compareAndSet(at, FREE, exclusive ? heldBy(member) : ONE_SHARER);
    }

    /** Enters if the word allows it; {@link #ENTERED}, or the word that does not allow it. */
    static long enter(long at, int member, boolean exclusive) {
        long held = RawWords.getAcquire(at);
        while (true) {
            long next = entered(held, member, exclusive);
            if (next == REFUSED) {
                return held;
            }
            long found = RawWords.compareAndExchange(at, held, next);
            if (found == held) {
                return ENTERED;
            }
            held = found;
        }
    }

    /** Joins those who share; false when nobody does. */
    static boolean join(long at) {
        long held = RawWords.getAcquire(at);
        while (joined(held) != REFUSED) {
            long found = RawWords.compareAndExchange(at, held, joined(held));
            if (found == held) {
                return true;
            }
            held = found;
        }
        return false;
    }

    /** Gives back; returns what the word held. */
    static long leave(long at, int member, boolean exclusive) {
        // Full order: what was done under the lock comes before. Pairs with the swap of whoever enters next.
        return RawWords.getAndAdd(at, leaving(member, exclusive));
    }

    /** Reserves the lock unless it is reserved; true when it is reserved for this member now. */
    static boolean reserve(long at, int member) {
        long held = RawWords.getAcquire(at);
        while (true) {
            long next = reservedFor(held, member);
            if (next == REFUSED) {
                return reserved(held) == member;
            }
            long found = RawWords.compareAndExchange(at, held, next);
            if (found == held) {
                return true;
            }
            held = found;
        }
    }

    /** Takes a reservation back: one's own, or that of a member that has ended. */
    static void withdraw(long at, int member) {
        long held = RawWords.getAcquire(at);
        while (withdrawn(held, member) != REFUSED) {
            long found = RawWords.compareAndExchange(at, held, withdrawn(held, member));
            if (found == held) {
                return;
            }
            held = found;
        }
    }
}
