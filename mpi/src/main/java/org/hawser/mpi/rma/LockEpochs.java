package org.hawser.mpi.rma;

import java.util.Arrays;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

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
    private final boolean lockable;

    /**
     * Of the window whose members these are.
     *
     * @param me the place of this member among them
     */
    LockEpochs(Target[] targets, int me, Epochs epochs, Locks locks, StartedOperations operations, WindowMemory memory,
               Hints hints) {
        this.targets = targets;
        own = targets[me];
        this.epochs = epochs;
        this.locks = locks;
        this.operations = operations;
        order = memory.messages().lockOrder();
        shared = memory.kind() == WindowMemory.Kind.SHARED;
        lockable = !hints.isTrue("no_locks");
    }

    /** Locks a target; with no {@code check} the program knows that nobody else has or wants its lock. */
    void lock(Target target, boolean exclusive, boolean check) {
        checkLockable();
        epochs.lock(target.member, exclusive, check);
        if (check) {
            try {
                take(target, exclusive);
            } catch (RuntimeException e) {
                epochs.unlock(target.member);
                throw e;
            }
        }
    }

    private void checkLockable() {
        if (!lockable) {
            throw new MpiFailure(ErrorClass.RMA_SYNC, "the window was made with the hint no_locks");
        }
    }

    private void take(Target target, boolean exclusive) {
        if (!locks.endsOperations()) {
            order.settle();
        }
        locks.lock(target, exclusive);
    }

    /** Ends what was started at a target, and gives its lock back. */
    void unlock(Target target) {
        boolean holds = epochs.checkUnlock(target.member);
        try {
            if (!holds) {
                target.path.flush();
            } else if (!locks.endsOperations()) {
                // The lock is given back with an atomic, through the network, or where loads see to the order.
                target.path.finish();
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
            if (locks.endsOperations()) {
                target.path.flush();
            }
        } finally {
            epochs.unlock(target.member);
        }
    }

    /**
     * Locks all targets, shared. The lock of another member is taken when something is first done there, so that the
     * call costs no more in a large window than in a small one. Locks of memory that the program reads and writes
     * without a call are taken at once: this member's own, and those of all in a shared window.
     */
    void lockAll(boolean check) {
        checkLockable();
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
            if (epochs.isLate(target.member)) {
                take(target, false);
                epochs.lockedLate(target.member);
            }
        }
    }

    /** Ends what was started, and gives all locks back. */
    void unlockAll() {
        epochs.checkUnlockAll();
        if (locks.endsOperations()) {
            unlockAllTogether();
            return;
        }
        try {
            if (epochs.holdsLate(own.member)) {
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
            locks.unlockAll(Arrays.stream(targets).filter(target -> epochs.holdsLate(target.member)).toList());
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
                if (epochs.holdsLate(target.member)) {
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
