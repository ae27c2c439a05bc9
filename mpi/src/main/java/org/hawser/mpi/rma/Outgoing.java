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
 * What this member asks of another one's window: operations that have not left yet, in two queues that a
 * {@link Schedule} merges, and the answers that are awaited.
 *
 * <p>An operation that finds no room stays in its queue, whose entries hold no copy of the data; what is asked for at a
 * time is limited, so that answers never pile up at the target. Whoever waits here makes progress, and nothing that
 * runs in a handler waits: so any number of members can flood each other.
 *
 * <p>The target's own lock, where it keeps one by messages, is taken with the first frame that leaves, and given back
 * with the last.
 *
 * <p><b>Threads:</b> whoever holds the rank; methods that say so hold it themselves. <b>Allocates:</b> nothing once as
 * much has been under way as ever will be.
 */
final class Outgoing {
    /** The most bytes of answers that may be under way. */
    private static final long CREDIT = 256 << 10;
    /** How often the target is asked whether the lock's holder lives. */
    private static final long PROBE_NANOS = 1_500_000_000L;

    private static final int NEVER_LOCKED = -1;
    private static final long NO_NOTICE = -1;

    private enum Lock { NONE, WANTED, REQUESTED, HELD }

    private final PointToPoint point;
    private final Rank rank;
    private final Switchboard switchboard;
    private final Schedule schedule;
    private final Link link;
    private final int world;
    private final long head;
    private final LockOrder lockOrder;
    private final ToldLayouts layouts;
    private final Batch batch;
    private final int mostAnswer;
    private final int longestPayload;
    /** Operations leave when they come, not when the epoch ends. */
    private final boolean atOnce;

    private final QueuedList gets = new QueuedList();
    private final QueuedList others = new QueuedList();
    private final QueuedList free = new QueuedList();
    private final PartList awaited = new PartList();
    private final PartList freeParts = new PartList();
    private Schedule.Last last = Schedule.Last.NOTHING;
    private long numbered;
    /** The bytes of frames that what has not been planned will fill. */
    private long gathered;
    private long underWay;
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
    private long noticeWanted = NO_NOTICE;
    private volatile Lock lock = Lock.NONE;
    private volatile boolean unlockWanted;
    private volatile boolean syncWanted;
    private volatile long synced;
    private volatile long acknowledged;
    /** Operations whose buffers are still in use. */
    private volatile int open;
    private volatile MpiFailure failure;

    private final Awaitable isLocallyOver = () -> open == 0;
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
        layouts = new ToldLayouts(link, head);
        batch = new Batch(switchboard.frameBytes());
        longestPayload = batch.roomForPayload();
        mostAnswer = Answers.mostPayload(switchboard.frameBytes());
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
        operation.number = ++numbered;
        if (operation.handle != null) {
            operation.handle.begin();
            // Somebody may wait for it alone.
            urgent = true;
        }
        (operation.isGet() ? gets : others).add(operation);
        operation.weight = operation.recordBytes((int) Math.min(operation.bytes, longestPayload));
        gathered += operation.weight;
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
            last = Schedule.Last.NOTHING;
        }
        return sent;
    }

    private boolean isDrained() {
        return gets.isEmpty() && others.isEmpty() && !syncWanted && !unlockWanted && noticeWanted == NO_NOTICE;
    }

    /** True when a frame should leave. While one is under way small operations gather, unless somebody waits. */
    private boolean isTime() {
        return urgent || atOnce && (!schedule.aggregates() || acknowledged == synced
            || gathered >= switchboard.frameBytes());
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
            boolean whole = unlockWanted && schedule.aggregates() && fitsOneFrame();
            batch.lock(lockFlags | (whole ? 0 : Frame.GRANT_WANTED));
            lock = whole ? Lock.HELD : Lock.REQUESTED;
            if (!whole) {
                return true;
            }
            lockOrder.remove(this);
        }
        planOperations();
        planEnd();
        return !batch.isEmpty();
    }

    private void demandLock() {
        lockDemanded = true;
        pump();
    }

    /** True when all that waits fits into one frame with the lock and its end; tells the layouts that it takes. */
    private boolean fitsOneFrame() {
        return open <= Batch.MOST_PARTS && answerBytes(gets) + answerBytes(others) <= CREDIT
            && Frame.HEAD + 4L * Frame.SHORT + recordBytes(gets) + recordBytes(others) <= switchboard.frameBytes()
            && areTold(gets) && areTold(others);
    }

    private long answerBytes(QueuedList list) {
        long answers = 0;
        for (Queued each = list.first(); each != null; each = each.next) {
            boolean whole = !each.isAnswered() || each.bytes <= mostAnswer;
            answers += !whole ? CREDIT + 1 : each.isAnswered() ? each.bytes : 0;
        }
        return answers;
    }

    /** The bytes of all records, and what makes it clear that they are too many; also tells layouts. */
    private long recordBytes(QueuedList list) {
        long bytes = 0;
        for (Queued each = list.first(); each != null; each = each.next) {
            bytes += each.bytes > longestPayload ? switchboard.frameBytes() : each.recordBytes((int) each.bytes);
            if (layouts.name(each.to) < 0) {
                layouts.tell(each.to);
            }
        }
        return bytes;
    }

    private boolean areTold(QueuedList list) {
        boolean told = true;
        for (Queued each = list.first(); each != null; each = each.next) {
            told &= layouts.name(each.to) >= 0;
        }
        return told;
    }

    private void planOperations() {
        Queued next = choose();
        while (next != null && batch.parts().size() < Batch.MOST_PARTS) {
            boolean first = batch.parts().size() == 0;
            int bytes = next.piece(batch.roomForPayload(), mostAnswer);
            int name = layouts.name(next.to);
            if (!first && (bytes <= 0 || bytes < next.left() || batch.roomForPayload() < 0 || name < 0)) {
                return;
            }
            if (name < 0) {
                layouts.tell(next.to);
                name = layouts.name(next.to);
            }
            add(next, bytes, name);
            next = schedule.aggregates() ? choose() : null;
        }
    }

    /** The operation that is next; null when there is none or its answer has to wait for others. */
    private Queued choose() {
        Queued get = gets.first();
        if (get != null && schedule.passesWaitingGets() && !hasCredit(get)) {
            get = null;
        }
        Queued next = schedule.next(get, others.first(), last);
        return next == null || !hasCredit(next) ? null : next;
    }

    private boolean hasCredit(Queued operation) {
        return !operation.isAnswered() || underWay == 0
            || underWay + Math.min(operation.left(), mostAnswer) <= CREDIT;
    }

    private void add(Queued operation, int bytes, int layoutName) {
        Part part = freeParts.poll();
        part = part == null ? new Part() : part;
        part.of = operation;
        part.position = operation.planned;
        part.bytes = bytes;
        part.layout = layoutName;
        batch.add(part, operation.recordBytes(bytes));
        operation.planned += bytes;
        underWay += operation.isAnswered() ? bytes : 0;
        unsynced |= !operation.isAnswered();
        last = operation.isGet() ? Schedule.Last.GET : Schedule.Last.OTHER;
        if (operation.left() == 0) {
            (operation.isGet() ? gets : others).poll();
            gathered -= operation.weight;
        }
    }

    /** What ends the epoch goes with the last operation, or by itself. */
    private void planEnd() {
        boolean alone = batch.parts().size() == 0;
        boolean all = gets.isEmpty() && others.isEmpty() && (alone || schedule.aggregates()) && batch.hasRoomForEnd();
        if (all) {
            if (unlockWanted) {
                batch.unlock();
                lock = Lock.NONE;
                unlockWanted = false;
                unsynced = true;
            }
            if (noticeWanted != NO_NOTICE) {
                batch.notice(noticeWanted);
                noticeWanted = NO_NOTICE;
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
                awaited.add(part);
            } else {
                settle(part);
            }
        }
        batch.reset();
        return true;
    }

    private void settle(Part part) {
        Queued operation = part.of;
        int bytes = part.bytes;
        part.of = null;
        freeParts.add(part);
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
        Part part = awaited.poll();
        if (part == null || error == 0 && bytes != part.bytes) {
            throw Frame.broken("an answer that was not asked for", world, bytes);
        }
        underWay -= part.bytes;
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
        take(batch.parts(), lost);
        take(awaited, lost);
        take(gets, lost);
        take(others, lost);
        for (Queued each : lost) {
            if (each.handle != null) {
                each.handle.failed(cause);
            }
        }
        batch.reset();
        gathered = 0;
        underWay = 0;
        urgent = false;
        unsynced = false;
        noticeWanted = NO_NOTICE;
        failure = keep ? cause : null;
        lock = Lock.NONE;
        lockOrder.remove(this);
        unlockWanted = false;
        syncWanted = false;
        acknowledged = synced;
        open = 0;
    }

    private static void take(PartList list, Set<Queued> operations) {
        for (Part part = list.poll(); part != null; part = list.poll()) {
            operations.add(part.of);
        }
    }

    private static void take(QueuedList list, Set<Queued> operations) {
        for (Queued each = list.poll(); each != null; each = list.poll()) {
            operations.add(each);
        }
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

    /** As {@link #start}; the last frame also adds one to a word of the target's control block. */
    void startWithNotice(long word) {
        rank.hold();
        try {
            noticeWanted = word;
            syncWanted = true;
            urgent = true;
            pump();
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
                throw new MpiFailure(ErrorClass.PROC_ABORTED, "the target has ended: target=" + world);
            }
            rank.hold();
            link.post(Frame.REQUESTS, head, Frame.first(Frame.PROBE, 0, 0, 0), 0);
            rank.letGo();
        }
    }
}
