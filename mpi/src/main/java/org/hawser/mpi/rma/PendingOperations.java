package org.hawser.mpi.rma;

import java.util.Set;
import org.hawser.runtime.Link;

/**
 * Operations for one target that have not left yet, in two queues that a {@link Schedule} merges, and the parts of
 * those that have left and are to be answered. How much is asked for at a time is limited, so that answers never pile
 * up at the target.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing once as much has been under way as ever will be.
 */
final class PendingOperations {
    /** The most bytes of answers that may be under way. */
    private static final long CREDIT = 256 << 10;

    private final Schedule schedule;
    private final ToldLayouts layouts;
    private final int frameBytes;
    private final int mostAnswer;
    private final int longestPayload;
    private final QueuedList gets = new QueuedList();
    private final QueuedList others = new QueuedList();
    private final PartList awaited = new PartList();
    private final PartList free = new PartList();
    private Schedule.Last last = Schedule.Last.NOTHING;
    private long numbered;
    /** The bytes of frames that what has not been planned will fill. */
    private long gathered;
    private long underWay;

    PendingOperations(Schedule schedule, Link link, long head, int frameBytes) {
        this.schedule = schedule;
        this.frameBytes = frameBytes;
        layouts = new ToldLayouts(link, head);
        longestPayload = new Batch(frameBytes).roomForPayload();
        mostAnswer = Answers.mostPayload(frameBytes);
    }

    /** Puts an operation into its queue. */
    void add(Queued operation) {
        operation.number = ++numbered;
        (operation.isGet() ? gets : others).add(operation);
        operation.weight = operation.recordBytes((int) Math.min(operation.bytes, longestPayload));
        gathered += operation.weight;
    }

    /** True when all have a place in a frame. */
    boolean isEmpty() {
        return gets.isEmpty() && others.isEmpty();
    }

    /** True when those that have none would fill a frame. */
    boolean fillAFrame() {
        return gathered >= frameBytes;
    }

    /** What comes next is a new epoch's. */
    void beginAnew() {
        last = Schedule.Last.NOTHING;
    }

    /** Waits for the answer to a part that has left. */
    void await(Part part) {
        awaited.add(part);
    }

    /** The part that is answered next; null when none is awaited. */
    Part answered() {
        Part part = awaited.poll();
        underWay -= part == null ? 0 : part.bytes;
        return part;
    }

    /** Takes back a part that is over. */
    void giveBack(Part part) {
        part.of = null;
        free.add(part);
    }

    /** Forgets all operations, and says which they were. */
    void forget(Batch batch, Set<Queued> forgotten) {
        take(batch.parts(), forgotten);
        take(awaited, forgotten);
        take(gets, forgotten);
        take(others, forgotten);
        gathered = 0;
        underWay = 0;
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

    /** True when all that waits fits into one frame with the lock and its end; tells the layouts that it takes. */
    boolean fitOneFrame(int operations) {
        return operations <= Batch.MOST_PARTS && answerBytes(gets) + answerBytes(others) <= CREDIT
            && Frame.HEAD + 4L * Frame.SHORT + recordBytes(gets) + recordBytes(others) <= frameBytes
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
            bytes += each.bytes > longestPayload ? frameBytes : each.recordBytes((int) each.bytes);
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

    /** Gives a frame the parts that go next, as many as it takes. */
    void plan(Batch batch) {
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
            add(batch, next, bytes, name);
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

    private void add(Batch batch, Queued operation, int bytes, int layoutName) {
        Part part = free.poll();
        part = part == null ? new Part() : part;
        part.of = operation;
        part.position = operation.planned;
        part.bytes = bytes;
        part.layout = layoutName;
        batch.add(part, operation.recordBytes(bytes));
        operation.planned += bytes;
        underWay += operation.isAnswered() ? bytes : 0;
        last = operation.isGet() ? Schedule.Last.GET : Schedule.Last.OTHER;
        if (operation.left() == 0) {
            (operation.isGet() ? gets : others).poll();
            gathered -= operation.weight;
        }
    }
}
