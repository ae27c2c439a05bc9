package org.hawser.mpi.p2p;

import java.util.function.LongUnaryOperator;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.Rank;

/**
 * Finds out which peers' messages of middle size had better go through staging memory than by a copy of the kernel's,
 * from the time that such copies take.
 *
 * <p>A receiver that reads its messages has their memory in the cache of its core. A copy into it takes it from there,
 * line by line, and the receiver then fetches it back; through staging memory the two ranks do both at the same time.
 * Between cores that are far from each other such a copy takes twice as long as one within this rank, and that is what
 * it is compared with. Where the receiver does not look at its messages, or the cores share a cache, it does not.
 *
 * <p>After two slow copies in a row the next {@value #DETOUR} messages go the other way. Then the kernel is tried
 * again.
 *
 * <p>Cost: two looks at the clock per copy; now and then two copies more, to know how fast they can be.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing.
 */
final class KernelPace {
    static final int DETOUR = 64;
    static final long FEW = 4 << 10;
    static final long MANY = 32 << 10;
    private static final double SLOW = 1.5;

    private final LongUnaryOperator copyHere;
    private long copies;
    private long few = Long.MAX_VALUE;
    private long many = Long.MAX_VALUE;

    /** {@code copyHere} has the kernel copy so many bytes within this rank and returns how many nanoseconds it took. */
    KernelPace(LongUnaryOperator copyHere) {
        this.copyHere = copyHere;
    }

    /** The longest message that is timed, and that may go another way. */
    static long longest(Rank rank, Limits limits) {
        // Where ranks share cores, a copy may last as long as somebody else has the core.
        return rank.sharesCores() || !Settings.isOn("hawser.mpi.detour", true) ? 0 : limits.hybrid();
    }

    /** True when the next message to a peer is to go another way. */
    static boolean isOnDetour(Partner to) {
        return to.nextSequence() < to.detourEnd;
    }

    /** The kernel has copied a message to a peer. */
    void took(Partner to, long bytes, long nanos) {
        // Ever more seldom: the first ones are slow, because this code has not been compiled.
        if (Long.bitCount(++copies) == 1) {
            few = Math.min(few, copyHere.applyAsLong(FEW));
            many = Math.min(many, copyHere.applyAsLong(MANY));
        }
        if (nanos <= SLOW * expected(bytes)) {
            to.slowCopies = 0;
        } else if (++to.slowCopies > 1) {
            // One, not none: when the kernel is tried again, one that is slow will do.
            to.slowCopies = 1;
            to.detourEnd = to.nextSequence() + 1 + DETOUR;
        }
    }

    private double expected(long bytes) {
        return few + (double) (many - few) * (bytes - FEW) / (MANY - FEW);
    }
}
