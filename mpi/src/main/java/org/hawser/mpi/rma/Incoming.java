package org.hawser.mpi.rma;

import java.util.concurrent.atomic.AtomicLongArray;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.Runs;
import org.hawser.mpi.p2p.Scratch;
import org.hawser.mpi.p2p.ScratchMemory;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;

/**
 * The target's side of windows that are reached by messages: checks what comes, does it to this member's memory, and
 * answers. Updates go through the same {@link MappedUpdates} as those of members that map the memory, so that each
 * element is changed by one at a time.
 *
 * <p>Nothing that comes is trusted. A frame that no origin of ours would send is an error here, and its operations from
 * there on are not done. An operation outside the window is refused, and its origin is told.
 *
 * <p><b>Threads:</b> whoever polls. <b>Allocates:</b> per origin, per layout, and for frames that wait for the lock.
 */
final class Incoming {
    private final Communicator communicator;
    private final Switchboard switchboard;
    private final Exposure exposure;
    private final MappedUpdates updates;
    private final long control;
    private final Answers answers;
    private final long head;
    private final int mostAnswer;
    private final ScratchMemory scratch;
    private final Source[] sources;
    private final AtomicLongArray received;
    private final LockQueue lock;
    /** Where updates put what they fetch, before it is known that they succeed. */
    private final Scratch room;
    private final long fetched;
    private boolean operated;
    private Update lastUpdate;
    /** What payloads and answers of pairs with gaps look like: without them. */
    private Layout packed;
    private final Runs runs = new Runs();

    Incoming(Communicator communicator, Switchboard switchboard, Exposure exposure, MappedUpdates updates,
             long control) {
        this.communicator = communicator;
        this.switchboard = switchboard;
        this.exposure = exposure;
        this.updates = updates;
        this.control = control;
        answers = switchboard.answers();
        head = Frame.head(communicator.context(), communicator.rank());
        mostAnswer = Answers.mostPayload(switchboard.frameBytes());
        scratch = communicator.point().scratch();
        room = scratch.borrow(mostAnswer);
        fetched = room.address();
        sources = new Source[communicator.size()];
        received = new AtomicLongArray(sources.length);
        lock = new LockQueue(sources.length);
    }

    /** Nothing comes any more. */
    void close() {
        scratch.giveBack(room);
    }

    /** How many frames with operations of a member's have been done. */
    long received(int member) {
        return received.getAcquire(member);
    }

    private Source source(int member) {
        if (sources[member] == null) {
            int world = communicator.local().get(member);
            sources[member] = new Source(member, world, switchboard.link(world));
        }
        return sources[member];
    }

    /** Does the records of a frame. */
    void onRequests(int member, long at, long end) {
        Source source = source(member);
        answers.begin(source.link, head);
        process(source, at, end);
        grantWaiting();
    }

    private void process(Source source, long from, long end) {
        operated = false;
        try {
            long at = from;
            while (at < end && (!source.waits || Frame.what(RawBytes.getLong(at)) == Frame.PROBE)) {
                at += record(source, at, end);
            }
            if (at < end) {
                throw Frame.broken("more while it waits for the lock", source.world, end - at);
            }
        } finally {
            answers.send();
        }
        if (operated) {
            // Release: what was done first, then the count. Pairs with the acquire of who waits for the count.
            received.setRelease(source.member, received.getPlain(source.member) + 1);
        }
    }

    /** Does one record and returns its length. */
    private long record(Source source, long at, long end) {
        long first = end - at < Frame.SHORT ? 0 : RawBytes.getLong(at);
        int what = Frame.what(first);
        switch (what) {
            case Frame.PUT, Frame.GET, Frame.ACCUMULATE, Frame.GET_ACCUMULATE, Frame.COMPARE_SWAP, Frame.LAYOUT -> {
                return operation(source, what, first, at, end);
            }
            case Frame.LOCK -> {
                return lock(source, Frame.flags(first), at + Frame.SHORT, end) - at;
            }
            case Frame.UNLOCK -> unlock(source);
            case Frame.SYNC -> {
                answers.add(Frame.DONE, source.refused, 0, Frame.word(at, 1));
                source.refused = 0;
            }
            case Frame.NOTICE -> notice(source, Frame.flags(first), Frame.word(at, 1));
            case Frame.PROBE -> lookForHolder();
            default -> throw Frame.broken("no such record", source.world, first);
        }
        return Frame.SHORT;
    }

    // Operations

    private long operation(Source source, int what, long first, long at, long end) {
        int bytes = Frame.bytes(first);
        long payload = at + Frame.OPERATION;
        boolean answered = what == Frame.GET || what == Frame.GET_ACCUMULATE || what == Frame.COMPARE_SWAP;
        if (bytes <= 0 || answered && bytes > mostAnswer || payload > end) {
            throw Frame.broken("an operation of this length", source.world, bytes);
        }
        Update update = what != Frame.ACCUMULATE && what != Frame.GET_ACCUMULATE ? null
            : update(source, Frame.reduction(first), bytes);
        boolean fetchesOnly = what == Frame.GET_ACCUMULATE && update.operator == Operator.NO_OP;
        boolean carries = what != Frame.GET && what != Frame.COMPARE_SWAP && !fetchesOnly;
        if (carries && bytes > end - payload) {
            throw Frame.broken("an operation of this length", source.world, bytes);
        }
        if (what == Frame.LAYOUT) {
            source.layouts.onPart(Frame.word(at, 1), Frame.word(at, 2), Frame.word(at, 3), payload, bytes);
        } else {
            operated = true;
            operate(source, what, update, bytes, at, payload);
        }
        return Frame.OPERATION + (carries ? Frame.padded(bytes) : 0);
    }

    private void operate(Source source, int what, Update update, int bytes, long at, long payload) {
        boolean swaps = what == Frame.COMPARE_SWAP;
        long offset = Frame.word(at, 1);
        long position = swaps ? 0 : Frame.word(at, 2);
        Layout layout = swaps ? null : source.layouts.find(Frame.word(at, 3));
        if (position < 0 || layout != null && layout.size() == 0 || swaps && Integer.bitCount(bytes) != 1
                || swaps && bytes > Long.BYTES) {
            throw Frame.broken("an operation on this place", source.world, position);
        }
        if (update != null && !holdsItems(layout, position, bytes, update)) {
            throw Frame.broken("parts of items", source.world, position);
        }
        long base = base(offset, position, bytes, layout);
        if (base == Exposure.REFUSED) {
            refuse(source, what, ErrorClass.DISP);
            return;
        }
        switch (what) {
            case Frame.PUT -> put(payload, base + offset, position, bytes, layout);
            case Frame.GET -> get(base + offset, position, bytes, layout);
            case Frame.COMPARE_SWAP -> swap(source, at, base, offset, bytes);
            default -> combine(source, what, payload, base, offset, position, bytes, layout, update);
        }
    }

    private void swap(Source source, long at, long base, long offset, int bytes) {
        try {
            updates.compareAndSwap(null, at + 2 * Frame.WORD, null, at + 3 * Frame.WORD, null, fetched, base, offset,
                bytes);
            RawBytes.copy(fetched, answers.add(Frame.DATA, 0, bytes, 0), bytes);
        } catch (MpiFailure e) {
            refuse(source, Frame.COMPARE_SWAP, e.errorClass());
        }
    }

    private Update update(Source source, int number, int bytes) {
        if (lastUpdate == null || number != lastUpdate.number()) {
            try {
                lastUpdate = Update.numbered(number);
            } catch (MpiFailure | IndexOutOfBoundsException e) {
                throw Frame.broken("no such update: " + e.getMessage(), source.world, number);
            }
        }
        if (bytes % lastUpdate.item != 0) {
            throw Frame.broken("part of an item", source.world, bytes);
        }
        return lastUpdate;
    }

    /** Whether whole items are meant; those of types without gaps must not be torn apart. */
    private boolean holdsItems(Layout layout, long position, int bytes, Update update) {
        if (layout == null || update.gapped || position % update.item != 0) {
            return layout == null ? !update.gapped : position % update.item == 0;
        }
        boolean whole = true;
        for (runs.start(layout, position, position + bytes); whole && !runs.isDone(); runs.next()) {
            whole = runs.length() % update.item == 0;
        }
        return whole;
    }

    /** The address of the window's byte 0, when all that the operation touches is in the window. */
    private long base(long offset, long position, int bytes, Layout layout) {
        try {
            if (layout == null) {
                long first = Math.addExact(offset, position);
                return exposure.base(first, Math.addExact(first, bytes));
            }
            long items = (Math.addExact(position, bytes) - 1) / layout.size() + 1;
            return exposure.base(Math.addExact(offset, layout.firstOf(items)),
                Math.addExact(offset, layout.endOf(items)));
        } catch (ArithmeticException e) {
            return Exposure.REFUSED;
        }
    }

    private void refuse(Source source, int what, int error) {
        if (what == Frame.PUT || what == Frame.ACCUMULATE) {
            source.refused = error;
        } else {
            answers.add(Frame.DATA, error, 0, 0);
        }
    }

    private static void put(long payload, long place, long position, int bytes, Layout layout) {
        if (layout == null) {
            RawBytes.copy(payload, place + position, bytes);
        } else {
            layout.unpack(null, payload, null, place, position, bytes);
        }
    }

    private void get(long place, long position, int bytes, Layout layout) {
        long answer = answers.add(Frame.DATA, 0, bytes, 0);
        if (layout == null) {
            RawBytes.copy(place + position, answer, bytes);
        } else {
            layout.pack(null, place, position, bytes, null, answer);
        }
    }

    private void combine(Source source, int what, long payload, long base, long offset, long position, int bytes,
                         Layout layout, Update update) {
        Layout items = layout;
        long from = offset;
        if (layout == null) {
            from += position;
        } else if (position % layout.size() == 0 && bytes % layout.size() == 0) {
            from += position / layout.size() * layout.extent();
        } else {
            items = layout.part(position, bytes);
        }
        try {
            if (what == Frame.ACCUMULATE) {
                updates.accumulate(null, payload, packed(update), base, from, items, bytes, update);
            } else {
                fetch(payload, base, from, items, bytes, update);
            }
        } catch (MpiFailure e) {
            // One died in the middle of an update.
            refuse(source, what, e.errorClass());
        }
    }

    private void fetch(long payload, long base, long offset, Layout items, int bytes, Update update) {
        // What changes nothing comes without a payload; any memory of that length will do.
        long operand = update.operator == Operator.NO_OP ? fetched : payload;
        if (items == null && bytes == update.item) {
            updates.fetchAndOp(null, operand, null, fetched, base, offset, update);
        } else {
            updates.getAccumulate(null, operand, packed(update), null, fetched, packed(update), base, offset, items,
                bytes, update);
        }
        RawBytes.copy(fetched, answers.add(Frame.DATA, 0, bytes, 0), bytes);
    }

    /** Null where items lie in a row wherever they are. */
    private Layout packed(Update update) {
        if (!update.gapped) {
            return null;
        }
        if (packed == null || packed.size() != update.item) {
            packed = Layout.contiguous(update.item);
        }
        return packed;
    }

    private void notice(Source source, int flags, long number) {
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw Frame.broken("so many notices", source.world, number);
        }
        // Full ordering: what came before it first. Pairs with the acquire of who waits for the words.
        RawWords.getAndAdd(control + Control.NOTICES, number);
        if ((flags & Frame.COMPLETE) != 0) {
            RawWords.getAndAdd(control + Control.completed(source.member), 1);
        }
    }

    // The lock

    /** Gives the origin the lock, or puts it and what follows aside; returns where to go on. */
    private long lock(Source source, int flags, long at, long end) {
        if (lock.isHeldBy(source.member)) {
            throw Frame.broken("a lock that it has", source.world, flags);
        }
        boolean grantWanted = (flags & Frame.GRANT_WANTED) != 0;
        if (lock.request(source.member, (flags & Frame.EXCLUSIVE) != 0)) {
            if (grantWanted) {
                answers.add(Frame.GRANTED, 0, 0, 0);
            }
            return at;
        }
        source.waits = true;
        source.grantWanted = grantWanted;
        source.parkedBytes = (int) (end - at);
        if (source.parkedBytes > 0) {
            source.parked = scratch.borrow(source.parkedBytes);
            RawBytes.copy(at, source.parked.address(), source.parkedBytes);
        }
        return end;
    }

    private void unlock(Source source) {
        if (!lock.isHeldBy(source.member)) {
            throw Frame.broken("an unlock without a lock", source.world, source.member);
        }
        lock.release(source.member);
    }

    /** Goes on with those whose turn has come, which may give it back at once. */
    private void grantWaiting() {
        for (int member = lock.grantNext(); member >= 0; member = lock.grantNext()) {
            Source source = sources[member];
            Scratch parked = source.parked;
            source.waits = false;
            source.parked = null;
            answers.begin(source.link, head);
            if (source.grantWanted) {
                answers.add(Frame.GRANTED, 0, 0, 0);
            }
            if (parked == null) {
                answers.send();
            } else {
                process(source, parked.address(), parked.address() + source.parkedBytes);
                scratch.giveBack(parked);
            }
        }
    }

    /** When one that holds the lock is gone those that wait for it are told, and wait no more. */
    private void lookForHolder() {
        boolean lost = false;
        for (Source each : sources) {
            lost |= each != null && lock.isHeldBy(each.member) && !communicator.point().rank().isAlive(each.world);
        }
        if (!lost) {
            return;
        }
        answers.send();
        for (int member = lock.dismissNext(); member >= 0; member = lock.dismissNext()) {
            Source source = sources[member];
            source.waits = false;
            if (source.parked != null) {
                scratch.giveBack(source.parked);
                source.parked = null;
            }
            source.link.post(Frame.ANSWERS, head, Frame.first(Frame.LOST, 0, ErrorClass.PROC_FAILED, 0), 0);
        }
    }
}
