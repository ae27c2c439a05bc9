package org.hawser.mpi.rma;

import org.hawser.runtime.Awaitable;

/**
 * What a keeper says to a member that asked for its lock.
 *
 * <p><b>Threads:</b> one waits, the polling one answers. <b>Allocates:</b> nothing.
 */
final class LockAnswer implements Awaitable {
    /** The keeper has the lock for the member, in CPU mode. */
    static final int KEPT = 1;
    /** The lock is in network mode now, and the member has it there. */
    static final int MOVED = 2;
    /** The lock is not in CPU mode. */
    static final int ELSEWHERE = 3;
    /** The lock's holder has ended. */
    static final int LOST = 4;

    private volatile int outcome;
    private int holder;

    void begin() {
        outcome = 0;
    }

    void answered(int what, int who) {
        holder = who;
        outcome = what;
    }

    @Override
    public boolean isDone() {
        return outcome != 0;
    }

    int outcome() {
        return outcome;
    }

    /** The holder that has ended. */
    int holder() {
        return holder;
    }
}
