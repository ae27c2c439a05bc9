package org.hawser.mpi.rma;

/**
 * Passive-target locks of a window.
 *
 * <p><b>Threads:</b> one at a time per target. <b>Allocates:</b> nothing.
 */
interface Locks {
    /** Waits until this member has the lock of a target's window. */
    void lock(Target target, boolean exclusive);

    /** Gives the lock back; what was done under it is over at the target. */
    void unlock(Target target, boolean exclusive);

    /** True when {@link #unlock} ends what was started under the lock; else that has been flushed before. */
    default boolean endsOperations() {
        return false;
    }

    /** Gives back the locks of all, which were taken shared. */
    default void unlockAll(Target[] targets) {
        for (Target target : targets) {
            unlock(target, false);
        }
    }
}
