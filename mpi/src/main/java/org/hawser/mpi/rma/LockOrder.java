package org.hawser.mpi.rma;

import java.util.ArrayList;
import java.util.List;
import org.hawser.runtime.Rank;

/**
 * The locks that this process has asked for and not taken, in the order of the calls. The two-sided design takes a lock
 * when something is to be done under it; still a thread's locks are taken in the order in which it asked for them, so
 * that programs whose processes all lock in the same order do not wait for each other in a circle.
 *
 * <p><b>Threads:</b> whoever holds the rank, but for {@link #settle}. <b>Allocates:</b> little, when a thread has asked
 * for several.
 */
final class LockOrder {
    private static final Outgoing[] NONE = {};

    private final Rank rank;
    private final List<Outgoing> wanted = new ArrayList<>();
    /** How many there are; read by threads that do not hold the rank. */
    private volatile int count;

    LockOrder(Rank rank) {
        this.rank = rank;
    }

    /** The calling thread asks for a lock. */
    void add(Outgoing outgoing) {
        outgoing.locker = Thread.currentThread();
        wanted.add(outgoing);
        count = wanted.size();
    }

    /** The lock that has to be taken before this one, or null. */
    Outgoing before(Outgoing outgoing) {
        for (Outgoing each : wanted) {
            if (each.locker == outgoing.locker) {
                return each == outgoing ? null : each;
            }
        }
        return null;
    }

    /** A lock has been taken, or will not be: those behind it, one of which may be in need, have their turn. */
    void remove(Outgoing outgoing) {
        if (!wanted.remove(outgoing)) {
            return;
        }
        count = wanted.size();
        for (Outgoing each : wanted.toArray(NONE)) {
            if (each.locker == outgoing.locker) {
                each.pump();
            }
        }
    }

    /** Takes all locks that the calling thread has asked for, before it takes one of another design. */
    void settle() {
        while (count > 0) {
            Outgoing next = nextOf(Thread.currentThread());
            if (next == null) {
                return;
            }
            next.lockNow();
        }
    }

    private Outgoing nextOf(Thread thread) {
        rank.hold();
        try {
            for (Outgoing each : wanted) {
                if (each.locker == thread) {
                    return each;
                }
            }
            return null;
        } finally {
            rank.letGo();
        }
    }
}
