package org.hawser.mpi.rma;

import java.util.Arrays;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

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
    private static final byte SHARED = 1;
    private static final byte EXCLUSIVE = 2;
    private static final byte STARTED = 3;
    private static final byte ALL = 4;

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

    Epochs(int size) {
        access = new byte[size];
    }

    /** Refuses an operation on a target that no epoch has opened. */
    void checkAccess(int target) {
        if (access[target] == NONE) {
            if (!fenced) {
                throw sync("no epoch is open to the target: rank=" + target);
            }
            fenceUsed = true;
        }
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

    synchronized void lock(int target, boolean exclusive) {
        if (all || access[target] == SHARED || access[target] == EXCLUSIVE) {
            throw sync("the target is locked already: rank=" + target);
        }
        if (started) {
            throw sync("a lock before complete: rank=" + target);
        }
        leaveFence("a lock");
        access[target] = exclusive ? EXCLUSIVE : SHARED;
        locked++;
    }

    /** Whether the lock was exclusive. */
    synchronized boolean checkUnlock(int target) {
        if (access[target] != SHARED && access[target] != EXCLUSIVE) {
            throw sync("the target is not locked: rank=" + target);
        }
        return access[target] == EXCLUSIVE;
    }

    synchronized void unlock(int target) {
        access[target] = NONE;
        locked--;
    }

    synchronized void lockAll() {
        if (all || locked > 0) {
            throw sync("targets are locked already");
        }
        if (started) {
            throw sync("lockAll before complete");
        }
        leaveFence("lockAll");
        all = true;
        Arrays.fill(access, ALL);
    }

    synchronized void checkUnlockAll() {
        if (!all) {
            throw sync("unlockAll without lockAll");
        }
    }

    synchronized void unlockAll() {
        all = false;
        Arrays.fill(access, NONE);
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
