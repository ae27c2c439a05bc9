package org.hawser.mpi.p2p;

import org.hawser.platform.settings.Settings;
import org.hawser.runtime.Rank;

/**
 * Finds out which peers' messages of middle size had better go through staging memory than by a copy of the kernel's,
 * from the time that such copies take.
 *
 * <p>A receiver that reads its messages has their memory in the cache of its core. A copy into it takes it from there,
 * line by line, and the receiver then fetches it back; through staging memory the two ranks do both at the same time.
 * So now and then a message is copied twice, before its receiver is told: the first time its memory comes from wherever
 * it is, the second time from this core's cache. Between cores that are far from each other the first takes twice as
 * long. Where the receiver does not look at its messages, or the cores share a cache, both take the same time.
 *
 * <p>After a slow one the next {@value #DETOUR} messages go the other way; then the kernel is tried again.
 *
 * <p>Cost: one message in {@value #DETOUR} is copied once more.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing.
 */
final class KernelPace {
    static final int DETOUR = 64;
    private static final double SLOW = 1.5;

    /** Copies until the next that is made twice. */
    private int untilTrial;
    /** Which message to the peer is the first to be copied by the kernel again. */
    private long detourEnd;

    /** The longest message that may go another way. */
    static long longest(Rank rank, Limits limits) {
        // Where ranks share cores, a copy may last as long as somebody else has the core.
        return rank.sharesCores() || !Settings.isOn("hawser.mpi.detour", true) ? 0 : limits.hybrid();
    }

    /** True when the message of that number is to go another way. */
    boolean isOnDetour(long message) {
        return message < detourEnd;
    }

    /** True when the copy that is about to be made is to be made twice. */
    boolean isTrial() {
        if (untilTrial > 0) {
            untilTrial--;
            return false;
        }
        untilTrial = DETOUR - 1;
        return true;
    }

    /** The message of that number was copied twice: how long each took. */
    void tried(long message, long first, long second) {
        if (first > SLOW * second) {
            detourEnd = message + 1 + DETOUR;
            untilTrial = 0;
        }
    }
}
