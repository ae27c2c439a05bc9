package org.hawser.mpi.rma;

import java.util.Arrays;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.lock.BiasedLock;

/**
 * Which epochs of a window are open at this member: what may be accessed, and which calls are in place.
 *
 * <p>A fence opens an epoch that need not be used: until the first operation another kind of epoch may take its place.
 * A target that a fence or {@code start} has opened is looked for with the first access, not before.
 *
 * <p><b>Threads:</b> any; locks of different targets may be taken by different threads. Fences come alone, as MPI asks
 * of programs, and take no lock. <b>Allocates:</b> nothing but for failures.
 */
final class Epochs {
    private static final byte NONE = 0;
    /** Opened by a fence or {@code start}, and not accessed yet: the target may not be ready. */
    private static final byte EXPECTED = 1;
    /** All are locked; this one's lock is taken with the first access. */
    private static final byte LATE = 2;
    private static final byte FENCED = 3;
    private static final byte STARTED = 4;
    private static final byte SHARED = 5;
    private static final byte EXCLUSIVE = 6;
    private static final byte ALL = 7;
    /** Locked, by the program's word and no lock. */
    private static final byte UNCHECKED = 8;
    private static final byte ALL_UNCHECKED = 9;

    /** What this member may do at each target. */
    private final byte[] access;
    private final int me;
    /** A fence has opened all targets. */
    private boolean fenced;
    /** Something was done since the fence. */
    private boolean fenceUsed;
    private boolean all;
    private boolean started;
    private boolean posted;
    private int locked;
    /** For the calls of passive target, which the thread that makes them all gets for two stores. */
    private final BiasedLock passive = new BiasedLock();

    Epochs(int size, int me) {
        access = new byte[size];
        this.me = me;
    }

    /** True when a target may be accessed at once. */
    boolean isOpen(int target) {
        return access[target] > LATE;
    }

    /** True when the lock of a target is still to be taken. */
    boolean isLate(int target) {
        return access[target] == LATE;
    }

    /**
     * Refuses an access to a target that no epoch has opened.
     *
     * @return whether {@code start} has opened it; else it was a fence
     */
    boolean checkExpected(int target) {
        if (access[target] == NONE) {
            throw sync("no epoch is open to the target: rank=" + target);
        }
        return started;
    }

    /** The first access to a target may go on. */
    synchronized void admit(int target) {
        if (access[target] == EXPECTED) {
            access[target] = started ? STARTED : FENCED;
            fenceUsed |= fenced;
        }
    }

    /** True when a target was accessed in the fence's epoch. */
    boolean isUsed(int target) {
        return access[target] == FENCED;
    }

    /** Refuses a flush of a target that is not locked. */
    void checkLocked(int target) {
        if (access[target] < SHARED && access[target] != LATE) {
            throw sync("the target is not locked: rank=" + target);
        }
    }

    /** Refuses a flush of all targets when none is locked. */
    synchronized void checkAnyLocked() {
        if (!all && locked == 0) {
            throw sync("no target is locked");
        }
    }

    private static MpiFailure sync(String text) {
        return new MpiFailure(ErrorClass.RMA_SYNC, text);
    }

    // Fences

    /** @param precede false when the program asserts that there was no operation */
    void checkFence(boolean precede) {
        if (all || locked > 0) {
            throw sync("a fence while targets are locked");
        }
        if (started || posted) {
            throw sync("a fence before " + (started ? "complete" : "waitFor"));
        }
        if (fenceUsed && !precede) {
            throw sync("a fence asserts that nothing precedes it, after operations of this process");
        }
    }

    /** @param succeed false when the program asserts that there will be no operation */
    void fence(boolean succeed) {
        fenced = succeed;
        fenceUsed = false;
        Arrays.fill(access, succeed ? EXPECTED : NONE);
    }

    /** Another kind of epoch may not begin in one that a fence opened and that was used. */
    private void checkUnused(String call) {
        if (fenced && fenceUsed) {
            throw sync(call + " before the fence's epoch is closed by another fence");
        }
    }

    /** A fence's epoch that nobody used gives way to another kind. */
    private void leaveFence() {
        if (fenced) {
            fenced = false;
            Arrays.fill(access, NONE);
        }
    }

    // Locks

    void lock(int target, boolean exclusive, boolean check) {
        passive.acquire();
        try {
            if (all || access[target] >= SHARED) {
                throw sync("the target is locked already: rank=" + target);
            }
            if (started) {
                throw sync("a lock before complete: rank=" + target);
            }
            if (posted && target == me) {
                throw sync("a lock of this process's own window before waitFor: rank=" + target);
            }
            checkUnused("a lock");
            leaveFence();
            access[target] = !check ? UNCHECKED : exclusive ? EXCLUSIVE : SHARED;
            locked++;
        } finally {
            passive.release();
        }
    }

    /** Whether there is a lock to give back. */
    boolean checkUnlock(int target) {
        byte open = access[target];
        if (open != SHARED && open != EXCLUSIVE && open != UNCHECKED) {
            throw sync("the target is not locked: rank=" + target);
        }
        return open != UNCHECKED;
    }

    void unlock(int target) {
        passive.acquire();
        access[target] = NONE;
        locked--;
        passive.release();
    }

    void lockAll(boolean check) {
        passive.acquire();
        try {
            if (all || locked > 0) {
                throw sync("targets are locked already");
            }
            if (started) {
                throw sync("lockAll before complete");
            }
            if (posted) {
                throw sync("lockAll, which is of this process's own window as well, before waitFor");
            }
            checkUnused("lockAll");
            leaveFence();
            all = true;
            Arrays.fill(access, check ? LATE : ALL_UNCHECKED);
        } finally {
            passive.release();
        }
    }

    /** The lock of a target has been taken after {@link #lockAll}. */
    void lockedLate(int target) {
        access[target] = ALL;
    }

    /** True when the lock of a target has been taken after {@link #lockAll}. */
    boolean holdsLate(int target) {
        return access[target] == ALL;
    }

    void checkUnlockAll() {
        if (!all) {
            throw sync("unlockAll without lockAll");
        }
    }

    void unlockAll() {
        passive.acquire();
        all = false;
        Arrays.fill(access, NONE);
        passive.release();
    }

    // Post, start, complete, wait

    synchronized void checkStart() {
        if (started) {
            throw sync("start before complete");
        }
        if (all || locked > 0) {
            throw sync("start while targets are locked");
        }
        checkUnused("start");
    }

    /** @param check whether the targets may not have posted yet */
    synchronized void start(int[] members, boolean check) {
        leaveFence();
        started = true;
        for (int member : members) {
            access[member] = check ? EXPECTED : STARTED;
        }
    }

    synchronized void checkComplete() {
        if (!started) {
            throw sync("complete without start");
        }
    }

    synchronized void complete() {
        started = false;
        Arrays.fill(access, NONE);
    }

    synchronized void checkPost() {
        if (posted) {
            throw sync("post before waitFor");
        }
        if (access[me] >= SHARED || access[me] == LATE) {
            throw sync("post while this process has locked its own window");
        }
        checkUnused("post");
    }

    synchronized void post() {
        leaveFence();
        posted = true;
    }

    synchronized void checkPosted() {
        if (!posted) {
            throw sync("waitFor or test without post");
        }
    }

    synchronized void unpost() {
        posted = false;
    }

    /** Refuses to free a window while something is open. */
    synchronized void checkFree() {
        if (all || locked > 0 || started || posted) {
            throw sync("the window is freed while an epoch is open: " + (posted ? "posted"
                : started ? "started" : "locked"));
        }
    }
}
