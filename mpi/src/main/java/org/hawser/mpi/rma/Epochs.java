package org.hawser.mpi.rma;

import java.util.Arrays;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.lock.BiasedLock;

/**
 * Which epochs of a window are open at this member: what may be accessed, and which calls are in place.
 *
 * <p>A fence opens an epoch that need not be used: until the first operation another kind of epoch may take its place.
 *
 * <p><b>Threads:</b> any; locks of different targets may be taken by different threads. <b>Allocates:</b> nothing but
 * for failures.
 */
final class Epochs {
    private static final byte NONE = 0;
    /** All are locked; this one's lock is taken with the first access. */
    private static final byte LATE = 1;
    private static final byte SHARED = 2;
    private static final byte EXCLUSIVE = 3;
    private static final byte STARTED = 4;
    private static final byte ALL = 5;
    /** Locked, by the program's word and no lock. */
    private static final byte UNCHECKED = 6;
    private static final byte ALL_UNCHECKED = 7;

    /** What this member may do at each target. */
    private final byte[] access;
    /** A fence has opened all targets. */
    private volatile boolean fenced;
    /** Something was done since the fence. */
    private volatile boolean fenceUsed;
    private boolean all;
    private boolean started;
    private boolean posted;
    private int locked;
    /** For the calls of passive target, which the thread that makes them all gets for two stores. */
    private final BiasedLock passive = new BiasedLock();

    Epochs(int size) {
        access = new byte[size];
    }

    /** Refuses an operation on a target that no epoch has opened; true when its lock is still to be taken. */
    boolean checkAccess(int target) {
        return access[target] <= LATE && checkClosed(target);
    }

    private boolean checkClosed(int target) {
        if (access[target] == LATE) {
            return true;
        }
        if (!fenced) {
            throw sync("no epoch is open to the target: rank=" + target);
        }
        fenceUsed = true;
        return false;
    }

    /** Refuses a flush of a target that is not locked. */
    void checkLocked(int target) {
        if (access[target] == NONE || access[target] == STARTED) {
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

    synchronized void checkFence() {
        if (all || locked > 0) {
            throw sync("a fence while targets are locked");
        }
        if (started || posted) {
            throw sync("a fence before complete or waitFor");
        }
    }

    synchronized void fence(boolean succeed) {
        fenced = succeed;
        fenceUsed = false;
    }

    /** A fence's epoch that nobody used gives way to another kind. */
    private void leaveFence(String call) {
        if (fenced && fenceUsed) {
            throw sync(call + " before the fence's epoch is closed by another fence");
        }
        fenced = false;
    }

    // Locks

    void lock(int target, boolean exclusive, boolean check) {
        passive.acquire();
        try {
            if (all || access[target] != NONE && access[target] != STARTED) {
                throw sync("the target is locked already: rank=" + target);
            }
            if (started) {
                throw sync("a lock before complete: rank=" + target);
            }
            leaveFence("a lock");
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
            leaveFence("lockAll");
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

    synchronized void start(int[] members) {
        if (started) {
            throw sync("start before complete");
        }
        if (all || locked > 0) {
            throw sync("start while targets are locked");
        }
        leaveFence("start");
        started = true;
        for (int member : members) {
            access[member] = STARTED;
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

    synchronized void post() {
        if (posted) {
            throw sync("post before waitFor");
        }
        leaveFence("post");
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
