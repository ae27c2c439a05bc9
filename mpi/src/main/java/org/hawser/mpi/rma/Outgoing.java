package org.hawser.mpi.rma;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawBytes;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Link;
import org.hawser.runtime.Rank;

/**
 * What this member asks of another one's window: {@link PendingOperations}, and what begins and ends their epochs.
 *
 * <p>An operation that finds no room stays in its queue, whose entries hold no copy of the data. Whoever waits here
 * makes progress, and nothing that runs in a handler waits: so any number of members can flood each other.
 *
 * <p>The target's own lock, where it keeps one by messages, is taken with the first frame that leaves, and given back
 * with the last.
 *
 * <p><b>Threads:</b> whoever holds the rank; methods that say so hold it themselves. <b>Allocates:</b> nothing once as
 * much has been under way as ever will be.
 */
final class Outgoing {
    /** How often the target is asked whether the lock's holder lives. */
    private static final long PROBE_NANOS = 1_500_000_000L;

    private static final int NEVER_LOCKED = -1;

    private enum Lock { NONE, WANTED, REQUESTED, HELD }

    private final PointToPoint point;
    private final Rank rank;
    private final Switchboard switchboard;
    private final Schedule schedule;
    private final Link link;
    private final int world;
    private final long head;
    private final LockOrder lockOrder;
    private final PendingOperations pending;
    private final Batch batch;
    /** Operations leave when they come, not when the epoch ends. */
    private final boolean atOnce;

    private final QueuedList free = new QueuedList();
    /** Everything is to leave, not only what fills a frame. */
    private boolean urgent;
    private boolean unsynced;
    private long frames;
    /** In the switchboard's list. */
    boolean blocked;

    private int lockFlags = NEVER_LOCKED;
    /** Who asked for the lock. */
    Thread locker;
    /** The lock is to be taken, whether or not there is something to be done under it. */
    private boolean lockDemanded;
    /** Something was started under the lock. */
    private boolean used;
    private int noticesWanted;
    private volatile boolean completeWanted;
    private volatile Lock lock = Lock.NONE;
    private volatile boolean unlockWanted;
    private volatile boolean syncWanted;
    private volatile long synced;
    private volatile long acknowledged;
    /** Operations whose buffers are still in use. */
    private volatile int open;
    private volatile MpiFailure failure;

    private final Awaitable isLocallyOver = () -> open == 0 && !completeWanted;
    private final Awaitable isOver = () -> open == 0 && !syncWanted && !unlockWanted && acknowledged == synced;
    private final Awaitable isLocked = () -> lock == Lock.HELD || failure != null;

    Outgoing(Communicator communicator, int member, Switchboard switchboard, Schedule schedule, boolean atOnce) {
        this.switchboard = switchboard;
        this.schedule = schedule;
        this.atOnce = atOnce;
        point = communicator.point();
        rank = point.rank();
        world = communicator.local().get(member);
        link = switchboard.link(world);
        head = Frame.head(communicator.context(), communicator.rank());
        lockOrder = switchboard.lockOrder();
        pending = new PendingOperations(schedule, link, head, switchboard.frameBytes());
        batch = new Batch(switchboard.frameBytes());
    }

    Rank rank() {
        return rank;
    }

    /** True when the program can use its buffers again. */
    boolean isIdle() {
        return open == 0;
    }

    /** What a request stands for whose operation is about to be added. */
    Transfer transfer() {
        return Transfer.with(point, world);
    }

    // Operations

    /** An operation to be filled and added. */
    Queued take() {
        Queued fresh = free.poll();
        return fresh == null ? new Queued() : fresh;
    }

    /** Puts an operation into its queue; it leaves at once or with the end of the epoch. */
    void add(Queued operation) {
        if (operation.handle != null) {
            operation.handle.begin();
            // Somebody may wait for it alone.
            urgent = true;
        }
        pending.add(operation);
        used = true;
        open++;
        if (atOnce || urgent) {
            pump();
        }
    }

    /** Sends what can be sent now; returns how many frames that were. */
    int pump() {
        int sent = 0;
        while (!batch.isEmpty() || plan()) {
            if (!send()) {
                switchboard.block(this);
                return sent;
            }
            sent++;
        }
        if (isDrained()) {
            urgent = false;
            pending.beginAnew();
        }
        return sent;
    }

    private boolean isDrained() {
        return pending.isEmpty() && !syncWanted && !unlockWanted && noticesWanted == 0
            && !completeWanted;
    }

    /** True when a frame should leave. While one is under way small operations gather, unless somebody waits. */
    private boolean isTime() {
        return urgent || atOnce && (!schedule.aggregates() || acknowledged == synced
            || pending.fillAFrame());
    }

    /** Plans the next frame; false when there is none to be sent now. */
    private boolean plan() {
        if (!isTime() && !(lockDemanded && lock == Lock.WANTED) || lock == Lock.REQUESTED) {
            return false;
        }
        if (lock == Lock.WANTED) {
            Outgoing before = lockOrder.before(this);
            if (before != null) {
                before.demandLock();
                return false;
            }
            boolean whole = unlockWanted && schedule.aggregates() && pending.fitOneFrame(open);
            batch.lock(lockFlags | (whole ? 0 : Frame.GRANT_WANTED));
            lock = whole ? Lock.HELD : Lock.REQUESTED;
            if (!whole) {
                return true;
            }
            lockOrder.remove(this);
        }
        pending.plan(batch);
        planEnd();
        return !batch.isEmpty();
    }

    private void demandLock() {
        lockDemanded = true;
        pump();
    }

    /** What ends the epoch goes with the last operation, or by itself. */
    private void planEnd() {
        boolean alone = batch.parts().size() == 0;
        unsynced |= batch.hasUnanswered();
        boolean all = pending.isEmpty() && (alone || schedule.aggregates()) && batch.hasRoomForEnd();
        if (all) {
            if (unlockWanted) {
                batch.unlock();
                lock = Lock.NONE;
                unlockWanted = false;
                unsynced = true;
            }
            if (noticesWanted > 0 || completeWanted) {
                batch.notice(noticesWanted, completeWanted);
                noticesWanted = 0;
                unsynced = true;
            }
        }
        boolean clocked = atOnce && schedule.aggregates() && !alone && batch.hasRoomForEnd();
        if (clocked || all && syncWanted && unsynced) {
            batch.sync(synced + 1);
            synced++;
            unsynced = false;
        }
        syncWanted &= !all;
    }

    private boolean send() {
        long at = link.claim(batch.bytes());
        if (at < 0) {
            return false;
        }
        batch.write(at, head);
        link.commit(Frame.REQUESTS);
        frames += batch.parts().size() > 0 ? 1 : 0;
        for (Part part = batch.parts().poll(); part != null; part = batch.parts().poll()) {
            if (part.of.isAnswered()) {
                pending.await(part);
            } else {
                settle(part);
            }
        }
        completeWanted &= !batch.completes();
        batch.reset();
        return true;
    }

    private void settle(Part part) {
        Queued operation = part.of;
        int bytes = part.bytes;
        pending.giveBack(part);
        if (operation.settle(bytes)) {
            finish(operation);
        }
    }

    private void finish(Queued operation) {
        if (operation.handle != null && operation.failure != null) {
            operation.handle.failed(operation.failure);
        } else if (operation.handle != null) {
            operation.handle.completed(0);
        } else if (operation.failure instanceof MpiFailure refused) {
            failure = refused;
        }
        operation.clear();
        free.add(operation);
        // Written last: who sees it sees what was fetched.
        open--;
    }

    // Answers

    /** Takes in what the target answers. */
    void onAnswers(long from, long end) {
        long at = from;
        while (at < end) {
            if (end - at < Frame.SHORT) {
                throw Frame.broken("part of an answer", world, end - at);
            }
            long first = RawBytes.getLong(at);
            int bytes = Frame.bytes(first);
            if (bytes < 0 || bytes > end - at - Frame.SHORT) {
                throw Frame.broken("part of an answer", world, bytes);
            }
            answer(first, bytes, Frame.word(at, 1), at + Frame.SHORT);
            at += Frame.SHORT + Frame.padded(bytes);
        }
        pump();
    }

    private void answer(long first, int bytes, long number, long payload) {
        int error = Frame.reduction(first);
        switch (Frame.what(first)) {
            case Frame.DATA -> onData(error, bytes, payload);
            case Frame.GRANTED -> {
                if (lock != Lock.REQUESTED) {
                    throw Frame.broken("a lock that was not asked for", world, number);
                }
                lock = Lock.HELD;
                lockOrder.remove(this);
            }
            case Frame.DONE -> {
                if (number != acknowledged + 1 || number > synced) {
                    throw Frame.broken("an end that was not asked for", world, number);
                }
                failure = error != 0 ? refusal(error) : failure;
                acknowledged = number;
            }
            case Frame.LOST -> fail(new MpiFailure(error, "a process that holds the target's lock is gone: target="
                + world), true);
            default -> throw Frame.broken("no such answer", world, first);
        }
    }

    private void onData(int error, int bytes, long payload) {
        Part part = pending.answered();
        if (part == null || error == 0 && bytes != part.bytes) {
            throw Frame.broken("an answer that was not asked for", world, bytes);
        }
        if (error != 0) {
            part.of.failure = refusal(error);
        } else {
            part.of.receive(payload, part.position, bytes);
        }
        settle(part);
    }

    private MpiFailure refusal(int error) {
        return new MpiFailure(error, "the target has refused an operation: target=" + world);
    }

    /** Gives up all that is open; operations without a handle leave the cause for the next who waits here. */
    private void fail(MpiFailure cause, boolean keep) {
        Set<Queued> lost = Collections.newSetFromMap(new IdentityHashMap<>());
        pending.forget(batch, lost);
        for (Queued each : lost) {
            if (each.handle != null) {
                each.handle.failed(cause);
            }
        }
        batch.reset();
        urgent = false;
        unsynced = false;
        noticesWanted = 0;
        completeWanted = false;
        failure = keep ? cause : null;
        lock = Lock.NONE;
        lockOrder.remove(this);
        unlockWanted = false;
        syncWanted = false;
        acknowledged = synced;
        open = 0;
    }

    // Ends of epochs: these hold the rank themselves

    /** Has everything leave, and the target say when it is over; waits for nothing. */
    void start() {
        rank.hold();
        try {
            if (open > 0 || unsynced) {
                syncWanted = true;
                urgent = true;
                pump();
            }
        } finally {
            rank.letGo();
        }
    }

    /** As {@link #start}; the last frame also counts a notice at the target. */
    void startWithNotice() {
        rank.hold();
        try {
            noticesWanted++;
            syncWanted = true;
            urgent = true;
            pump();
        } finally {
            rank.letGo();
        }
    }

    /** Has everything leave; the last frame tells the target that an access epoch is complete. False for nothing. */
    boolean startComplete() {
        rank.hold();
        try {
            if (open == 0) {
                return false;
            }
            completeWanted = true;
            urgent = true;
            pump();
            return true;
        } finally {
            rank.letGo();
        }
    }

    /** Has everything leave, without asking the target when it is over. */
    void issue() {
        rank.hold();
        try {
            if (open > 0) {
                urgent = true;
                pump();
            }
        } finally {
            rank.letGo();
        }
    }

    /** Waits until all that was started with {@link #start} is over. */
    void awaitOver() {
        await(isOver);
    }

    /** Waits until the program can use its buffers again. */
    void awaitLocallyOver() {
        await(isLocallyOver);
    }

    /** How many frames with operations have left; no more will when {@link #awaitLocallyOver} has returned. */
    long frames() {
        return frames;
    }

    /** Takes the target's lock with the first frame that leaves. */
    void wantLock(boolean exclusive) {
        rank.hold();
        lockFlags = exclusive ? Frame.EXCLUSIVE : 0;
        lock = Lock.WANTED;
        lockDemanded = false;
        used = false;
        lockOrder.add(this);
        rank.letGo();
    }

    /** Takes the target's lock now. */
    void lockNow() {
        rank.hold();
        try {
            demandLock();
        } finally {
            rank.letGo();
        }
        await(isLocked);
    }

    /**
     * Has everything leave, and the lock given back with it; waits for nothing.
     *
     * @param lazily whether a lock under which nothing was done is given up without having been taken
     */
    void startUnlock(boolean lazily) {
        rank.hold();
        try {
            if (lock == Lock.WANTED && lazily && !used) {
                lock = Lock.NONE;
                lockOrder.remove(this);
                return;
            }
            unlockWanted = lock != Lock.NONE;
            syncWanted = true;
            urgent = true;
            pump();
        } finally {
            rank.letGo();
        }
    }

    private void await(Awaitable over) {
        try {
            while (!over.isDone()) {
                awaitAWhile(over);
            }
        } catch (MpiFailure e) {
            rank.hold();
            fail(e, false);
            rank.letGo();
            throw e;
        }
        MpiFailure refused = failure;
        if (refused != null) {
            failure = null;
            throw refused;
        }
    }

    /** A lock may be held by a member that is gone, of which the target is to say so. */
    private void awaitAWhile(Awaitable over) {
        if (lockFlags == NEVER_LOCKED) {
            point.await(over, world);
            return;
        }
        long until = System.nanoTime() + PROBE_NANOS;
        point.await(() -> over.isDone() || System.nanoTime() - until > 0, world);
        if (!over.isDone()) {
            if (!rank.isAlive(world)) {
                throw new MpiFailure(ErrorClass.PROC_FAILED, "the target has ended: target=" + world);
            }
            rank.hold();
            link.post(Frame.REQUESTS, head, Frame.first(Frame.PROBE, 0, 0, 0), 0);
            rank.letGo();
        }
    }
}
