package org.hawser.mpi.rma;

import java.util.ArrayDeque;

/**
 * The lock of one member's window as the member itself keeps it: who holds it, and who waits. Requests are granted in
 * the order in which they come, so nobody starves; those that share it and follow each other are granted together.
 *
 * <p><b>Threads:</b> whoever polls. <b>Allocates:</b> nothing once as many have waited as ever will.
 */
final class LockQueue {
    private static final int NOBODY = -1;

    private record Waiter(int member, boolean exclusive) {
    }

    private final boolean[] shared;
    private int sharers;
    private int holder = NOBODY;
    private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();

    LockQueue(int members) {
        shared = new boolean[members];
    }

    /** True when the member has it now; else it waits for its turn. */
    boolean request(int member, boolean exclusive) {
        if (waiting.isEmpty() && isFree(exclusive)) {
            hold(member, exclusive);
            return true;
        }
        waiting.add(new Waiter(member, exclusive));
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
        if (next == null || !isFree(next.exclusive)) {
            return NOBODY;
        }
        waiting.remove();
        hold(next.member, next.exclusive);
        return next.member;
    }

    /** Takes one of those who wait out of the queue; -1 when there is none. */
    int dismissNext() {
        Waiter next = waiting.poll();
        return next == null ? NOBODY : next.member;
    }
}
