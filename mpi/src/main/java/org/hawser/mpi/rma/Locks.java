package org.hawser.mpi.rma;

import java.util.List;

/**
 * Passive-target locks of a window.
 *
 * <p><b>Threads:</b> one at a time per target. <b>Allocates:</b> nothing on mapped memory.
 */
interface Locks {
    /**
     * Waits until this member has the lock of a target's window.
     *
     * @throws org.hawser.mpi.MpiFailure with {@code PROC_FAILED} when a member that has the lock has ended
     */
    void lock(Target target, boolean exclusive);

    /** Gives the lock back; what was done under it is over at the target. */
    void unlock(Target target);

    /** True when {@link #unlock} ends what was started under the lock; else that has been flushed before. */
    default boolean endsOperations() {
        return false;
    }

    /** Waits until the locks that were given back are free at their targets. */
    default void settle() {
    }

    /** Gives back the locks of several. */
    default void unlockAll(List<Target> targets) {
        targets.forEach(this::unlock);
    }
}
