package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Collectives;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.runtime.Handle;

/**
 * Memory of the members of a communicator that each can reach at the others, as the API's window has it: checks what
 * the program asks for, and hands it to the design that does it.
 *
 * <p>Displacements are counted in the target's unit; layouts are null where items lie in a row.
 *
 * <p><b>Threads:</b> any, as many as the thread level allows; fences and other collective calls one at a time.
 * <b>Allocates:</b> nothing per operation on mapped memory.
 */
public final class Window {
    private static final int PROGRESS_MASK = 63;

    private static final Layout BYTE = Layout.basic(1);

    private final Communicator communicator;
    private final Collectives collectives;
    private final WindowMemory memory;
    private final Target[] targets;
    private final Hints hints;
    private final Epochs epochs;
    private final Locks locks;
    private final boolean lockable;
    private final LockOrder lockOrder;
    private final StoreOrder order;
    private final WindowBarrier barrier;
    private final Fence fence;
    private final Pairings pairings;
    /** Ways on which operations may be under way after their call; the end of an epoch waits for them. */
    private final Path[] trailing;
    private boolean freed;
    /** Calls that wait for nothing, roughly: threads do not care for each other here. */
    private int calls;

    /** Refuses hints that name a design that there is not; before members tell each other of a window. */
    static void check(Hints hints) {
        FenceDesign.of(hints);
    }

    /**
     * Collective: see {@link WindowMemory} for the kinds of window.
     *
     * @param lockTurns after how many turns in a row a lock becomes a member's own, see {@link LockBias}; 0 for never
     */
    Window(Communicator communicator, Collectives collectives, WindowMemory memory, Target[] targets,
           Hints hints, int lockTurns) {
        this.communicator = communicator;
        this.collectives = collectives;
        this.memory = memory;
        FenceDesign design = FenceDesign.of(hints);
        this.targets = design.reach(targets, communicator.point());
        this.hints = hints;
        epochs = new Epochs(targets.length, communicator.rank());
        lockOrder = memory.messages().lockOrder();
        order = StoreOrder.of(communicator.point());
        locks = memory.messages().areWhole() ? new MessageLocks(memory.messages(), communicator.rank())
            : new WordLocks(communicator, memory, targets, lockTurns);
        lockable = !hints.isTrue("no_locks");
        barrier = FlagBarrier.fits(targets) ? new FlagBarrier(communicator.point(), targets, communicator.rank())
            : new CollectiveBarrier(collectives);
        fence = design.open(this, barrier, epochs, this.targets, collectives);
        pairings = new Pairings(communicator, targets, memory);
        trailing = Arrays.stream(this.targets).map(target -> target.path).filter(path -> path != null
            && path.defers()).toArray(Path[]::new);
    }

    /** Its members and their context, which is its own. */
    public Communicator communicator() {
        return communicator;
    }

    /** This member's memory. */
    public WindowMemory memory() {
        return memory;
    }

    /** A member's control block. */
    RemoteRegion control(int member) {
        return targets[member].control;
    }

    /** What was said of it when it was made. */
    Hints hints() {
        return hints;
    }

    // Operations

    /**
     * What a request for an operation at a target stands for; the operation that is started next gets its handle, which
     * may be null. The standard has requests under locks only; programs use them between fences as well, and the end of
     * the epoch ends those that were not waited for.
     *
     * <pre>{@code
     * Transfer transfer = window.transfer(target);
     * window.put(array, at, null, target, 0, 1, items, bytes, transfer.handle());
     * window.keep(target, buffer, transfer.handle());
     * }</pre>
     */
    public Transfer transfer(int target) {
        return member(target).path.transfer();
    }

    /** Keeps the buffer of an operation that was just started reachable until the operation is over. */
    public void keep(int target, Object origin, Handle handle) {
        targets[target].path.keep(origin, handle);
    }

    /** The same of two, for an operation that has no handle. */
    public void keep(int target, Object origin, Object result) {
        Path path = targets[target].path;
        if (path.defers()) {
            path.keep(origin, null);
            path.keep(result, null);
        }
    }

    /** Copies to a target; {@code handle} is null where the epoch's end is what completes it. */
    public void put(Object array, long at, Layout from, int target, long displacement, long count, Layout items,
                    long bytes, Handle handle) {
        Target to = target(target);
        long offset = place(to, displacement, count, items);
        to.path.put(array, at, from, offset, items.isContiguous() ? null : items, bytes, handle);
    }

    /** Copies from a target. */
    public void get(Object array, long at, Layout into, int target, long displacement, long count, Layout items,
                    long bytes, Handle handle) {
        Target of = target(target);
        long offset = place(of, displacement, count, items);
        of.path.get(array, at, into, offset, items.isContiguous() ? null : items, bytes, handle);
    }

    /** {@link #put} of bytes in a row into bytes in a row. */
    public void putRow(Object array, long at, int target, long displacement, long bytes, Handle handle) {
        Target to = target(target);
        to.path.put(array, at, null, place(to, displacement, bytes), null, bytes, handle);
    }

    /** {@link #get} of bytes in a row from bytes in a row. */
    public void getRow(Object array, long at, int target, long displacement, long bytes, Handle handle) {
        Target of = target(target);
        of.path.get(array, at, null, place(of, displacement, bytes), null, bytes, handle);
    }

    /** Combines into a target's items. */
    public void accumulate(Object array, long at, Layout from, int target, long displacement, long count, Layout items,
                           long bytes, Update update, Handle handle) {
        Target to = target(target);
        long offset = place(to, displacement, count, items);
        to.path.accumulate(array, at, from, offset, items.isContiguous() ? null : items, bytes, update, handle);
    }

    /** {@link #accumulate} of items in a row into items in a row. */
    public void accumulateRow(Object array, long at, int target, long displacement, long bytes, Update update,
                              Handle handle) {
        Target to = target(target);
        to.path.accumulate(array, at, null, place(to, displacement, bytes), null, bytes, update, handle);
    }

    /** Fetches a target's items and combines into them. */
    public void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into,
                              int target, long displacement, long count, Layout items, long bytes,
                              Update update, Handle handle) {
        Target to = target(target);
        long offset = place(to, displacement, count, items);
        to.path.getAccumulate(array, at, from, result, resultAt, into, offset, items.isContiguous() ? null : items,
            bytes, update, handle);
    }

    /** Fetches one item that has no gaps, and combines into it. */
    public void fetchAndOp(Object array, long at, Object result, long resultAt, int target, long displacement,
                           Update update) {
        Target to = target(target);
        to.path.fetchAndOp(array, at, result, resultAt, place(to, displacement, update.item), update);
    }

    /** Fetches one item of so many bytes, and replaces it if it was as expected. */
    public void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt,
                               int target, long displacement, int bytes) {
        Target to = target(target);
        to.path.compareAndSwap(array, at, compare, compareAt, result, resultAt, place(to, displacement, bytes), bytes);
    }

    private Target target(int member) {
        Target target = member(member);
        if (!epochs.isOpen(member)) {
            admit(target);
        }
        return target;
    }

    /** The first access to a target of an epoch waits until it is ready. */
    private void admit(Target target) {
        int member = target.member;
        if (epochs.isLate(member)) {
            lockLate(target);
            return;
        }
        if (epochs.checkExpected(member)) {
            pairings.admit(member);
        } else {
            fence.admit(member);
        }
        epochs.admit(member);
    }

    /** The first access to a target since {@link #lockAll}. */
    private void lockLate(Target target) {
        synchronized (target) {
            // Another thread of this member may have come first.
            if (epochs.isLate(target.member)) {
                take(target, false);
                epochs.lockedLate(target.member);
            }
        }
    }

    private Target member(int member) {
        if (freed) {
            throw new MpiFailure(ErrorClass.WIN, "the window was freed");
        }
        if (member < 0 || member >= targets.length) {
            throw new MpiFailure(ErrorClass.RANK, "no such rank in the window: rank=" + member + " size="
                + targets.length);
        }
        return targets[member];
    }

    /** Where bytes in a row begin at a target, when they are all in its window. */
    private static long place(Target target, long displacement, long bytes) {
        long offset = displacement * target.unit;
        if (displacement < 0 || displacement > target.most || bytes > target.bytes - offset) {
            throw outside(target, displacement, bytes, BYTE);
        }
        return offset;
    }

    /** Where items begin at a target, when they are all in its window. */
    private static long place(Target target, long displacement, long count, Layout items) {
        if (displacement < 0 || displacement > target.most) {
            throw outside(target, displacement, count, items);
        }
        long offset = displacement * target.unit;
        if (!items.isContiguous()) {
            checkReach(target, displacement, offset, count, items);
        } else if (count * items.size() > target.bytes - offset) {
            throw outside(target, displacement, count, items);
        }
        return offset;
    }

    private static void checkReach(Target target, long displacement, long offset, long count, Layout items) {
        try {
            if (items.firstOf(count) >= -offset && items.endOf(count) <= target.bytes - offset) {
                return;
            }
        } catch (ArithmeticException e) {
            // Further than memory reaches, and so than any window does.
        }
        throw outside(target, displacement, count, items);
    }

    private static MpiFailure outside(Target target, long displacement, long count, Layout items) {
        return new MpiFailure(ErrorClass.DISP, "outside the target's window: rank=" + target.member
            + " displacement=" + displacement + " unit=" + target.unit + (items.isContiguous()
            ? " bytes=" + count * items.size()
            : " count=" + count + " bytes of each=" + items.size() + " extent=" + items.extent())
            + " window bytes=" + target.bytes);
    }

    // Synchronisation

    /** Collective: ends what was started, and begins the next epoch; the assertion is as MPI's. */
    public void fence(int assertion) {
        member(communicator.rank());
        Assertion.checkFence(assertion);
        boolean precede = (assertion & Assertion.NO_PRECEDE) == 0;
        boolean succeed = (assertion & Assertion.NO_SUCCEED) == 0;
        epochs.checkFence(precede);
        fence.await(precede, succeed);
        epochs.fence(succeed);
    }

    /** Opens this member's window to a group. */
    public void post(Members group, int assertion) {
        member(communicator.rank());
        Assertion.checkPost(assertion);
        epochs.checkPost();
        pairings.post(group, (assertion & Assertion.NO_CHECK) == 0);
        epochs.post();
    }

    /** Begins accesses to the windows of a group. */
    public void start(Members group, int assertion) {
        member(communicator.rank());
        Assertion.checkStart(assertion);
        epochs.checkStart();
        boolean check = (assertion & Assertion.NO_CHECK) == 0;
        epochs.start(pairings.start(group, check), check);
    }

    /** Ends what {@link #start} began: the targets are told when it is over there. */
    public void complete() {
        member(communicator.rank());
        epochs.checkComplete();
        MpiFailure failure = pairings.complete(targets);
        epochs.complete();
        if (failure != null) {
            throw failure;
        }
    }

    /** Waits until all to whom {@link #post} has opened this member's window have done. */
    public void waitFor() {
        member(communicator.rank());
        epochs.checkPosted();
        pairings.waitFor();
        epochs.unpost();
    }

    /** Whether all to whom {@link #post} has opened this member's window have done; that ends the epoch then. */
    public boolean test() {
        member(communicator.rank());
        epochs.checkPosted();
        boolean over = pairings.test();
        if (over) {
            epochs.unpost();
        }
        return over;
    }

    /** Locks a target's window; with no {@code check} the program knows that nobody else has or wants it. */
    public void lock(int target, boolean exclusive, boolean check) {
        Target locked = member(target);
        checkLocks();
        takePart();
        epochs.lock(target, exclusive, check);
        if (check) {
            try {
                take(locked, exclusive);
            } catch (RuntimeException e) {
                epochs.unlock(target);
                throw e;
            }
        }
    }

    /**
     * Makes progress now and then. A program may look at a word with locks or flushes alone until another process
     * writes it, and that one may need this process's part in a message or in a lock before it can.
     */
    private void takePart() {
        if ((++calls & PROGRESS_MASK) == 0) {
            communicator.point().progress();
        }
    }

    private void take(Target target, boolean exclusive) {
        if (!locks.endsOperations()) {
            lockOrder.settle();
        }
        locks.lock(target, exclusive);
    }

    private void checkLocks() {
        if (!lockable) {
            throw new MpiFailure(ErrorClass.RMA_SYNC, "the window was made with the hint no_locks");
        }
    }

    /** Ends what was started at a target, and gives its lock back. */
    public void unlock(int target) {
        Target locked = member(target);
        boolean holds = epochs.checkUnlock(target);
        try {
            if (!holds) {
                locked.path.flush();
            } else if (!locks.endsOperations()) {
                // The lock is given back with an atomic, through the network, or where loads see to the order.
                locked.path.finish();
            }
        } finally {
            unlock(locked, holds);
        }
    }

    private void unlock(Target locked, boolean holds) {
        try {
            if (holds) {
                locks.unlock(locked);
            }
            if (locks.endsOperations()) {
                locked.path.flush();
            }
        } finally {
            epochs.unlock(locked.member);
        }
    }

    /**
     * Locks all targets, shared. The lock of another member is taken when something is first done there, so that the
     * call costs no more in a large window than in a small one. Locks of memory that the program reads and writes
     * without a call are taken at once: this member's own, and those of all in a shared window.
     */
    public void lockAll(boolean check) {
        Target own = member(communicator.rank());
        checkLocks();
        takePart();
        epochs.lockAll(check);
        if (!check) {
            return;
        }
        try {
            if (memory.kind() == WindowMemory.Kind.SHARED) {
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

    /** Ends what was started, and gives all locks back. */
    public void unlockAll() {
        member(communicator.rank());
        epochs.checkUnlockAll();
        if (locks.endsOperations()) {
            unlockAllTogether();
            return;
        }
        try {
            if (epochs.holdsLate(communicator.rank())) {
                // This member's own lock, at least, is given back with an atomic.
                endOperations();
            } else {
                flushAllTargets();
            }
        } finally {
            unlockAllTargets(0);
        }
    }

    /** What ends the operations gives the locks back. */
    private void unlockAllTogether() {
        try {
            locks.unlockAll(Arrays.stream(targets).filter(target -> epochs.holdsLate(target.member)).toList());
            flushAllTargets();
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

    /** What this member's locks have cost. */
    public LockCounts lockCounts() {
        return memory.keeper().counts();
    }

    /** How often the lock of this member's window has moved between CPU and network mode. */
    public long lockMoves() {
        return memory.keeper().moves();
    }

    /** Ends what was started at a target. */
    public void flush(int target) {
        Target flushed = member(target);
        epochs.checkLocked(target);
        takePart();
        flushed.path.flush();
    }

    /** Ends what was started at all targets. */
    public void flushAll() {
        member(communicator.rank());
        epochs.checkAnyLocked();
        takePart();
        flushAllTargets();
    }

    /** Waits until the buffers of what was started at a target can be used again. */
    public void flushLocal(int target) {
        Target flushed = member(target);
        epochs.checkLocked(target);
        flushed.path.flushLocal();
    }

    /** Waits until the buffers of what was started can be used again. */
    public void flushLocalAll() {
        member(communicator.rank());
        epochs.checkAnyLocked();
        for (Target target : targets) {
            target.path.flushLocal();
        }
    }

    void flushAllTargets() {
        for (Target target : targets) {
            target.path.start();
        }
        for (Target target : targets) {
            target.path.finish();
        }
        // Once for all.
        order.flush();
    }

    /** Waits for what this member has started and that was not over at once; who calls it orders memory. */
    void endOperations() {
        for (Path path : trailing) {
            path.start();
        }
        for (Path path : trailing) {
            path.finish();
        }
    }

    /** Orders this member's own loads and stores in its window with accesses of others. */
    public void sync() {
        member(communicator.rank());
        takePart();
        VarHandle.fullFence();
    }

    // Memory

    /** Adds memory to a dynamic window. */
    public void attach(MemorySegment added) {
        member(communicator.rank());
        memory.pieces().attach(added);
    }

    /** Takes memory out of a dynamic window; its first byte tells which. */
    public void detach(long address) {
        member(communicator.rank());
        memory.pieces().detach(address);
    }

    /** The memory of a member of a shared window; of the first that has any, for -1. */
    public MemorySegment sharedMemory(int member) {
        member(Math.max(member, 0));
        return memory.part(member);
    }

    /** Collective: nobody uses the window any more. */
    public void free() {
        member(communicator.rank());
        epochs.checkFree();
        // With a lost member nobody can tell when all have done with it; those that have not are told of errors. Each
        // part is done all the same: a member that did not come to the barrier would be waited for.
        Failures.despiteLoss(this::flushAllTargets);
        Failures.despiteLoss(locks::settle);
        // By messages: who is through may end its control block while others still look at what is in it.
        Failures.despiteLoss(new CollectiveBarrier(collectives)::await);
        freed = true;
        memory.close();
        collectives.free();
        communicator.end();
    }
}
