package org.hawser.mpi.rma;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Epochs of a window that locks begin and end: takes the locks of targets, one by one or all, and gives them back when
 * what was started there is over.
 *
 * <p><b>Threads:</b> any, as many as the thread level allows; one at a time per target. <b>Allocates:</b> nothing per
 * target on mapped memory.
 */
final class LockEpochs {
    private final Target[] targets;
    private final Target own;
    private final Epochs epochs;
    private final Locks locks;
    private final LockOrder order;
    private final StartedOperations operations;
    /** The program reads and writes the memory of all members without a call. */
    private final boolean shared;
    /** What gives a lock back ends what was started under it. */
    private final boolean endsOperations;

    /**
     * Of the window whose members these are.
     *
     * @param me the place of this member among them
     */
    LockEpochs(Target[] targets, int me, Epochs epochs, Locks locks, StartedOperations operations,
               WindowMemory memory) {
        this.targets = targets;
        own = targets[me];
        this.epochs = epochs;
        this.locks = locks;
        this.operations = operations;
        order = memory.messages().lockOrder();
        shared = memory.kind() == WindowMemory.Kind.SHARED;
        endsOperations = locks.endsOperations();
    }

    /** Locks a target; with no {@code check} the program knows that nobody else has or wants its lock. */
    void lock(Target target, boolean exclusive, boolean check) {
        epochs.lock(target, exclusive, check);
        if (check) {
            try {
                take(target, exclusive);
            } catch (RuntimeException e) {
                epochs.unlock(target);
                throw e;
            }
        }
    }

    private void take(Target target, boolean exclusive) {
        if (!endsOperations) {
            order.settle();
        }
        locks.lock(target, exclusive);
    }

    /** Ends what was started at a target, and gives its lock back. */
    void unlock(Target target) {
        boolean holds = Epochs.checkUnlock(target);
        try {
            if (!holds) {
                target.path.flush();
            } else if (target.path.defers() && !endsOperations) {
                target.path.finish();
            } else {
                // The lock is given back with an atomic, through the network, or where loads see to the order.
                VarHandle.releaseFence();
            }
        } finally {
            unlock(target, holds);
        }
    }

    private void unlock(Target target, boolean holds) {
        try {
            if (holds) {
                locks.unlock(target);
            }
            if (endsOperations) {
                target.path.flush();
            }
        } finally {
            epochs.unlock(target);
        }
    }

    /**
     * Locks all targets, shared. The lock of another member is taken when something is first done there, so that the
     * call costs no more in a large window than in a small one. Locks of memory that the program reads and writes
     * without a call are taken at once: this member's own, and those of all in a shared window.
     */
    void lockAll(boolean check) {
        epochs.lockAll(check);
        if (!check) {
            return;
        }
        try {
            if (shared) {
                for (Target target : targets) {
                    lockLate(target);
                }
            } else {
                lockLate(own);
            }
        } catch (RuntimeException e) {
            unlockAllTargets(0);
            throw e;
        }
    }

    /** The first access to a target since {@link #lockAll}. */
    void lockLate(Target target) {
        synchronized (target) {
            // Another thread of this member may have come first.
            if (Epochs.isLate(target)) {
                take(target, false);
                Epochs.lockedLate(target);
            }
        }
    }

    /** Ends what was started, and gives all locks back. */
    void unlockAll() {
        epochs.checkUnlockAll();
        if (endsOperations) {
            unlockAllTogether();
            return;
        }
        try {
            if (Epochs.holdsLate(own)) {
                // This member's own lock, at least, is given back with an atomic.
                operations.end();
            } else {
                operations.flush();
            }
        } finally {
            unlockAllTargets(0);
        }
    }

    /** What ends the operations gives the locks back. */
    private void unlockAllTogether() {
        try {
            locks.unlockAll(Arrays.stream(targets).filter(Epochs::holdsLate).toList());
            operations.flush();
        } finally {
            epochs.unlockAll();
        }
    }

    private void unlockAllTargets(int first) {
        int next = first;
        try {
            while (next < targets.length) {
                Target target = targets[next++];
                if (Epochs.holdsLate(target)) {
                    locks.unlock(target);
                }
            }
        } finally {
            // One that is lost does not keep the locks of the others.
            if (next < targets.length) {
                unlockAllTargets(next);
            } else {
                epochs.unlockAll();
            }
        }
    }

    /** Waits until the locks that were given back are free at their targets. */
    void settle() {
        locks.settle();
    }
}
