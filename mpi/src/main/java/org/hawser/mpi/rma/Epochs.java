package org.hawser.mpi.rma;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.lock.BiasedLock;

/**
 * Which epochs of a window are open at this member: what may be accessed, and which calls are in place. What is open to
 * a single target stands in {@link Target#access}, where each access looks; {@link #open} says what else is. A lock of
 * one target, with nothing else open, is one comparison and two stores.
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

    // What is open beside locks of single targets: bits of `open`.
    /** A fence has opened all targets. */
    private static final int BY_FENCE = 1;
    /** Something was done since the fence. */
    private static final int FENCE_USED = 2;
    /** All are locked. */
    private static final int BY_LOCK_ALL = 4;
    private static final int BY_START = 8;
    /** This member's own window is open to others. */
    private static final int BY_POST = 16;
    /** The window has no locks; never taken back. */
    private static final int NO_LOCKS = 32;

    private final Target[] targets;
    private final Target own;
    private int open;
    private int locked;
    /** For the calls of passive target; null where no two threads make calls at a time. */
    private final BiasedLock passive;

    /**
     * Of a window that nothing has opened yet.
     *
     * @param me             the place of this member among the targets
     * @param severalThreads whether several threads may call at a time
     */
    Epochs(Target[] targets, int me, boolean lockable, boolean severalThreads) {
        this.targets = targets;
        own = targets[me];
        open = lockable ? 0 : NO_LOCKS;
        passive = severalThreads ? new BiasedLock() : null;
    }

    private boolean is(int bits) {
        return (open & bits) != 0;
    }

    /** Several threads may change different bits. */
    private synchronized void set(int bits) {
        open |= bits;
    }

    private synchronized void clear(int bits) {
        open &= ~bits;
    }

    private void fill(byte access) {
        for (Target target : targets) {
            target.access = access;
        }
    }

    /** True when a target may be accessed at once. */
    static boolean isOpen(Target target) {
        return target.access > LATE;
    }

    /** True when the lock of a target is still to be taken. */
    static boolean isLate(Target target) {
        return target.access == LATE;
    }

    /**
     * Refuses an access to a target that no epoch has opened.
     *
     * @return whether {@code start} has opened it; else it was a fence
     */
    boolean checkExpected(Target target) {
        if (target.access == NONE) {
            throw sync("no epoch is open to the target: rank=" + target.member);
        }
        return is(BY_START);
    }

    /** The first access to a target may go on. */
    synchronized void admit(Target target) {
        if (target.access == EXPECTED) {
            target.access = is(BY_START) ? STARTED : FENCED;
            open |= is(BY_FENCE) ? FENCE_USED : 0;
        }
    }

    /** True when a target was accessed in the fence's epoch. */
    static boolean isUsed(Target target) {
        return target.access == FENCED;
    }

    /** Refuses a flush of a target that is not locked. */
    static void checkLocked(Target target) {
        if (target.access < SHARED && target.access != LATE) {
            throw notLocked(target);
        }
    }

    /** Refuses a flush of all targets when none is locked. */
    synchronized void checkAnyLocked() {
        if (!is(BY_LOCK_ALL) && locked == 0) {
            throw sync("no target is locked");
        }
    }

    private static MpiFailure notLocked(Target target) {
        return sync("the target is not locked: rank=" + target.member);
    }

    private static MpiFailure sync(String text) {
        return new MpiFailure(ErrorClass.RMA_SYNC, text);
    }

    // Fences

    /** @param precede false when the program asserts that there was no operation */
    void checkFence(boolean precede) {
        if (is(BY_LOCK_ALL) || locked > 0) {
            throw sync("a fence while targets are locked");
        }
        if (is(BY_START | BY_POST)) {
            throw sync("a fence before " + (is(BY_START) ? "complete" : "waitFor"));
        }
        if (is(FENCE_USED) && !precede) {
            throw sync("a fence asserts that nothing precedes it, after operations of this process");
        }
    }

    /** @param succeed false when the program asserts that there will be no operation */
    synchronized void fence(boolean succeed) {
        open = open & ~(BY_FENCE | FENCE_USED) | (succeed ? BY_FENCE : 0);
        fill(succeed ? EXPECTED : NONE);
    }

    /** Another kind of epoch may not begin in one that a fence opened and that was used. */
    private void checkUnused(String call) {
        if (is(FENCE_USED)) {
            throw sync(call + " before the fence's epoch is closed by another fence");
        }
    }

    /** A fence's epoch that nobody used gives way to another kind. */
    private void leaveFence() {
        if (is(BY_FENCE)) {
            clear(BY_FENCE | FENCE_USED);
            fill(NONE);
        }
    }

    // Locks

    /** Opens one target, whose lock is taken next if {@code check} is true. */
    void lock(Target target, boolean exclusive, boolean check) {
        if (passive == null) {
            lockOne(target, exclusive, check);
            return;
        }
        passive.acquire();
        try {
            lockOne(target, exclusive, check);
        } finally {
            passive.release();
        }
    }

    private void lockOne(Target target, boolean exclusive, boolean check) {
        if ((open | target.access) != 0) {
            checkLock(target);
        }
        target.access = !check ? UNCHECKED : exclusive ? EXCLUSIVE : SHARED;
        locked++;
    }

    /** Alone: a thread that posts may be leaving the fence's epoch, and is not to close what this one opens next. */
    private synchronized void checkLock(Target target) {
        checkLockable();
        if (is(BY_LOCK_ALL) || target.access >= SHARED) {
            throw sync("the target is locked already: rank=" + target.member);
        }
        if (is(BY_START)) {
            throw sync("a lock before complete: rank=" + target.member);
        }
        if (is(BY_POST) && target == own) {
            throw sync("a lock of this process's own window before waitFor: rank=" + target.member);
        }
        checkUnused("a lock");
        leaveFence();
    }

    private void checkLockable() {
        if (is(NO_LOCKS)) {
            throw sync("the window was made with the hint no_locks");
        }
    }

    /** Whether there is a lock to give back. */
    static boolean checkUnlock(Target target) {
        byte access = target.access;
        if (access != SHARED && access != EXCLUSIVE && access != UNCHECKED) {
            throw notLocked(target);
        }
        return access != UNCHECKED;
    }

    /** The target is open no longer. */
    void unlock(Target target) {
        if (passive == null) {
            target.access = NONE;
            locked--;
            return;
        }
        passive.acquire();
        target.access = NONE;
        locked--;
        passive.release();
    }

    void lockAll(boolean check) {
        acquire();
        try {
            checkLockable();
            if (is(BY_LOCK_ALL) || locked > 0) {
                throw sync("targets are locked already");
            }
            if (is(BY_START)) {
                throw sync("lockAll before complete");
            }
            if (is(BY_POST)) {
                throw sync("lockAll, which is of this process's own window as well, before waitFor");
            }
            checkUnused("lockAll");
            leaveFence();
            set(BY_LOCK_ALL);
            fill(check ? LATE : ALL_UNCHECKED);
        } finally {
            release();
        }
    }

    private void acquire() {
        if (passive != null) {
            passive.acquire();
        }
    }

    private void release() {
        if (passive != null) {
            passive.release();
        }
    }

    /** The lock of a target has been taken after {@link #lockAll}. */
    static void lockedLate(Target target) {
        target.access = ALL;
    }

    /** True when the lock of a target has been taken after {@link #lockAll}. */
    static boolean holdsLate(Target target) {
        return target.access == ALL;
    }

    void checkUnlockAll() {
        if (!is(BY_LOCK_ALL)) {
            throw sync("unlockAll without lockAll");
        }
    }

    void unlockAll() {
        acquire();
        clear(BY_LOCK_ALL);
        fill(NONE);
        release();
    }

    // Post, start, complete, wait

    synchronized void checkStart() {
        if (is(BY_START)) {
            throw sync("start before complete");
        }
        if (is(BY_LOCK_ALL) || locked > 0) {
            throw sync("start while targets are locked");
        }
        checkUnused("start");
    }

    /** @param check whether the targets may not have posted yet */
    synchronized void start(int[] members, boolean check) {
        leaveFence();
        set(BY_START);
        for (int member : members) {
            targets[member].access = check ? EXPECTED : STARTED;
        }
    }

    synchronized void checkComplete() {
        if (!is(BY_START)) {
            throw sync("complete without start");
        }
    }

    synchronized void complete() {
        clear(BY_START);
        fill(NONE);
    }

    synchronized void checkPost() {
        if (is(BY_POST)) {
            throw sync("post before waitFor");
        }
        if (own.access >= SHARED || own.access == LATE) {
            throw sync("post while this process has locked its own window");
        }
        checkUnused("post");
    }

    synchronized void post() {
        leaveFence();
        set(BY_POST);
    }

    synchronized void checkPosted() {
        if (!is(BY_POST)) {
            throw sync("waitFor or test without post");
        }
    }

    synchronized void unpost() {
        clear(BY_POST);
    }

    /** Refuses to free a window while something is open. */
    synchronized void checkFree() {
        if (is(BY_LOCK_ALL | BY_START | BY_POST) || locked > 0) {
            throw sync("the window is freed while an epoch is open: " + (is(BY_POST) ? "posted"
                : is(BY_START) ? "started" : "locked"));
        }
    }
}
