package org.hawser.mpi.rma;

import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * The lock of one member's window as the member itself keeps it: who holds it, and who waits. Requests are granted in
 * the order in which they come, so nobody starves; those that share it and follow each other are granted together.
 *
 * <p><b>Nobody waits in a circle</b>, as with {@link LockWord}: those who share may wait for each other while somebody
 * waits to have the lock alone. So one who wants to share, and has waited for long, joins those who do. It is looked at
 * when something comes for the window; who waits asks now and then, so something does.
 *
 * <p><b>Threads:</b> whoever polls. <b>Allocates:</b> per request that has to wait.
 */
final class LockQueue {
    private static final int NOBODY = -1;

    private record Waiter(int member, boolean exclusive, long since) {
    }

    private final LongSupplier clock;
    private final boolean[] shared;
    private int sharers;
    private int holder = NOBODY;
    private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();

    LockQueue(int members) {
        this(members, System::nanoTime);
    }

    /** With a clock of the caller's, in nanoseconds. */
    LockQueue(int members, LongSupplier clock) {
        this.clock = clock;
        shared = new boolean[members];
    }

    /** True when the member has it now; else it waits for its turn. */
    boolean request(int member, boolean exclusive) {
        if (waiting.isEmpty() && isFree(exclusive)) {
            hold(member, exclusive);
            return true;
        }
        waiting.add(new Waiter(member, exclusive, clock.getAsLong()));
        return false;
    }

    private boolean isFree(boolean exclusive) {
        return holder == NOBODY && (!exclusive || sharers == 0);
    }

    private void hold(int member, boolean exclusive) {
        if (exclusive) {
            holder = member;
        } else {
            shared[member] = true;
            sharers++;
        }
    }

    /** True when the member has it. */
    boolean isHeldBy(int member) {
        return holder == member || shared[member];
    }

    /** Takes it back from one who has it. */
    void release(int member) {
        if (holder == member) {
            holder = NOBODY;
        } else {
            shared[member] = false;
            sharers--;
        }
    }

    /** Gives it to the next who can have it now, and says who that is; -1 when there is none. */
    int grantNext() {
        Waiter next = waiting.peek();
        if (next != null && !isFree(next.exclusive)) {
            next = sharers > 0 ? firstToJoin() : null;
        }
        if (next == null) {
            return NOBODY;
        }
        waiting.remove(next);
        hold(next.member, next.exclusive);
        return next.member;
    }

    /** The first that has waited for so long that those who share the lock may be waiting for it; null for none. */
    private Waiter firstToJoin() {
        long now = clock.getAsLong();
        for (Waiter each : waiting) {
            if (!each.exclusive && now - each.since > LockWord.JOIN_NANOS) {
                return each;
            }
        }
        return null;
    }

    /** Takes one of those who wait out of the queue; -1 when there is none. */
    int dismissNext() {
        Waiter next = waiting.poll();
        return next == null ? NOBODY : next.member;
    }
}
