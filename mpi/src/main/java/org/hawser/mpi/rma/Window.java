package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Collectives;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.RecentBuffer;
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
    /** Calls from one that makes progress to the next. A prime: targets in any turn are met by all of those. */
    private static final int PROGRESS = 61;
    private static final Target[] FREED = {};

    private final Communicator communicator;
    private final Collectives collectives;
    private final WindowMemory memory;
    /** Nobody once the window was freed, so that one look finds both a wrong rank and a window that is no more. */
    private Target[] targets;
    private final Hints hints;
    private final Epochs epochs;
    private final StartedOperations operations;
    private final LockEpochs locks;
    private final Fence fence;
    private final Pairings pairings;
    private final RecentBuffer origin = new RecentBuffer();
    private final RecentBuffer compare = new RecentBuffer();
    private final RecentBuffer result = new RecentBuffer();
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
        FenceDesign fences = FenceDesign.of(hints);
        this.targets = fences.reach(targets, communicator.point());
        this.hints = hints;
        StoreOrder order = StoreOrder.of(communicator.point());
        epochs = new Epochs(this.targets, communicator.rank(), !hints.isTrue("no_locks"), order.hasSeveralThreads());
        operations = new StartedOperations(this.targets, order);
        Locks design = memory.messages().areWhole() ? new MessageLocks(memory.messages(), communicator.rank())
            : new WordLocks(communicator, memory, this.targets, lockTurns);
        locks = new LockEpochs(this.targets, communicator.rank(), epochs, design, operations, memory);
        WindowBarrier barrier = FlagBarrier.fits(targets)
            ? new FlagBarrier(communicator.point(), targets, communicator.rank()) : new CollectiveBarrier(collectives);
        fence = fences.open(this, operations, barrier, epochs, this.targets, collectives);
        pairings = new Pairings(communicator, targets, memory);
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

    /** The buffer that operations were given last to read from. */
    public RecentBuffer origin() {
        return origin;
    }

    /** The buffer that operations were given last to compare with. */
    public RecentBuffer compare() {
        return compare;
    }

    /** The buffer that operations were given last for what they fetch. */
    public RecentBuffer result() {
        return result;
    }

    /**
     * What a request for an operation at a target stands for; the operation that is started next gets its handle, which
     * may be null. The standard has requests under locks only; programs use them between fences as well, and the end of
     * the epoch ends those that were not waited for.
     *
     * <pre>{@code
     * Transfer transfer = window.transfer(target);
     * if (window.put(array, at, null, target, 0, 1, items, bytes, transfer.handle())) {
     *     window.keep(target, buffer, transfer.handle());
     * }
     * }</pre>
     */
    public Transfer transfer(int target) {
        return member(target).path.transfer();
    }

    /**
     * Keeps the buffer of an operation that was just started reachable until the operation is over; for operations that
     * may be under way after their calls, which then return true.
     */
    public void keep(int target, Object origin, Handle handle) {
        targets[target].path.keep(origin, handle);
    }

    /**
     * Copies to a target; {@code handle} is null where the epoch's end is what completes it. Returns, as every
     * operation does, whether it may be under way after this: its buffers are to be {@link #keep kept} then.
     */
    public boolean put(Object array, long at, Layout from, int target, long displacement, long count, Layout items,
                       long bytes, Handle handle) {
        Target to = target(target);
        Path path = to.path;
        long offset = to.place(displacement, count, items);
        path.put(array, at, from, offset, items.isContiguous() ? null : items, bytes, handle);
        return path.defers();
    }

    /** Copies from a target. */
    public boolean get(Object array, long at, Layout into, int target, long displacement, long count, Layout items,
                       long bytes, Handle handle) {
        Target of = target(target);
        Path path = of.path;
        long offset = of.place(displacement, count, items);
        path.get(array, at, into, offset, items.isContiguous() ? null : items, bytes, handle);
        return path.defers();
    }

    /** {@link #put} of bytes in a row into bytes in a row. */
    public boolean putRow(Object array, long at, int target, long displacement, long bytes, Handle handle) {
        Target to = target(target);
        Path path = to.path;
        path.put(array, at, null, to.place(displacement, bytes), null, bytes, handle);
        return path.defers();
    }

    /** {@link #get} of bytes in a row from bytes in a row. */
    public boolean getRow(Object array, long at, int target, long displacement, long bytes, Handle handle) {
        Target of = target(target);
        Path path = of.path;
        path.get(array, at, null, of.place(displacement, bytes), null, bytes, handle);
        return path.defers();
    }

    /** Combines into a target's items. */
    public boolean accumulate(Object array, long at, Layout from, int target, long displacement, long count,
                              Layout items, long bytes, Update update, Handle handle) {
        Target to = target(target);
        Path path = to.path;
        long offset = to.place(displacement, count, items);
        path.accumulate(array, at, from, offset, items.isContiguous() ? null : items, bytes, update, handle);
        return path.defers();
    }

    /** {@link #accumulate} of items in a row into items in a row. */
    public boolean accumulateRow(Object array, long at, int target, long displacement, long bytes, Update update,
                                 Handle handle) {
        Target to = target(target);
        Path path = to.path;
        path.accumulate(array, at, null, to.place(displacement, bytes), null, bytes, update, handle);
        return path.defers();
    }

    /** Fetches a target's items and combines into them. */
    public boolean getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into,
                                 int target, long displacement, long count, Layout items, long bytes,
                                 Update update, Handle handle) {
        Target to = target(target);
        Path path = to.path;
        long offset = to.place(displacement, count, items);
        path.getAccumulate(array, at, from, result, resultAt, into, offset, items.isContiguous() ? null : items,
            bytes, update, handle);
        return path.defers();
    }

    /** Fetches one item that has no gaps, and combines into it. */
    public boolean fetchAndOp(Object array, long at, Object result, long resultAt, int target, long displacement,
                              Update update) {
        Target to = target(target);
        Path path = to.path;
        path.fetchAndOp(array, at, result, resultAt, to.place(displacement, update.item), update);
        return path.defers();
    }

    /** Fetches one item of so many bytes, and replaces it if it was as expected. */
    public boolean compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt,
                                  int target, long displacement, int bytes) {
        Target to = target(target);
        Path path = to.path;
        path.compareAndSwap(array, at, compare, compareAt, result, resultAt, to.place(displacement, bytes), bytes);
        return path.defers();
    }

    private Target target(int member) {
        Target target = member(member);
        if (!Epochs.isOpen(target)) {
            admit(target);
        }
        return target;
    }

    /** The first access to a target of an epoch waits until it is ready. */
    private void admit(Target target) {
        int member = target.member;
        if (Epochs.isLate(target)) {
            takePart(target);
            locks.lockLate(target);
            return;
        }
        if (epochs.checkExpected(target)) {
            pairings.admit(member);
        } else {
            fence.admit(member);
        }
        epochs.admit(target);
    }

    private Target member(int member) {
        Target[] all = targets;
        // One comparison of unsigned numbers refuses negative ones as well.
        if (Integer.compareUnsigned(member, all.length) >= 0) {
            throw noMember(member);
        }
        return all[member];
    }

    private MpiFailure noMember(int member) {
        return targets == FREED ? new MpiFailure(ErrorClass.WIN, "the window was freed")
            : new MpiFailure(ErrorClass.RANK, "no such rank in the window: rank=" + member + " size=" + targets.length);
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
        takePart(locked);
        locks.lock(locked, exclusive, check);
    }

    /**
     * Makes progress now and then. A program may look at a word with locks or flushes alone until another process
     * writes it, and that one may need this process's part in a message or in a lock before it can.
     */
    private boolean takePart() {
        if (++calls < PROGRESS) {
            return false;
        }
        calls = 0;
        communicator.point().progress();
        return true;
    }

    /** The same in a call that is about a target, after which it looks: nothing else may tell that it was lost. */
    private void takePart(Target target) {
        if (takePart() && target.member != communicator.rank()) {
            target.lookAfter(communicator.point().rank());
        }
    }

    /** Ends what was started at a target, and gives its lock back. */
    public void unlock(int target) {
        locks.unlock(member(target));
    }

    /** Locks all targets, shared. */
    public void lockAll(boolean check) {
        member(communicator.rank());
        takePart();
        locks.lockAll(check);
    }

    /** Ends what was started, and gives all locks back. */
    public void unlockAll() {
        member(communicator.rank());
        locks.unlockAll();
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
        Epochs.checkLocked(flushed);
        takePart(flushed);
        Path path = flushed.path;
        if (path.isFlushed()) {
            // For the compiler; the processor keeps the order of stores.
            VarHandle.releaseFence();
        } else {
            path.flush();
        }
    }

    /** Ends what was started at all targets. */
    public void flushAll() {
        member(communicator.rank());
        epochs.checkAnyLocked();
        boolean isDue = takePart();
        operations.flush();
        if (isDue) {
            lookAfterUsed();
        }
    }

    /** A target that was not accessed is no concern of a flush. */
    private void lookAfterUsed() {
        for (Target target : targets) {
            if (Epochs.isOpen(target) && target.member != communicator.rank()) {
                target.lookAfter(communicator.point().rank());
            }
        }
    }

    /** Waits until the buffers of what was started at a target can be used again. */
    public void flushLocal(int target) {
        Target flushed = member(target);
        Epochs.checkLocked(flushed);
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
        Failures.despiteLoss(operations::flush);
        Failures.despiteLoss(locks::settle);
        // By messages: who is through may end its control block while others still look at what is in it.
        Failures.despiteLoss(new CollectiveBarrier(collectives)::await);
        targets = FREED;
        memory.close();
        collectives.free();
        communicator.end();
    }
}
