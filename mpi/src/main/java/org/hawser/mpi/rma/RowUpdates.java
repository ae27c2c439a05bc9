package org.hawser.mpi.rma;

import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.p2p.Scratch;
import org.hawser.mpi.p2p.ScratchMemory;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawNumbers;

/**
 * Updates of window memory under the locks of its {@link Stripes}: rows of numbers at the speed of a plain loop, and
 * items for which the processor has no atomics. A row is combined piece by piece, each under the lock that it has.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing, after the first call of a thread.
 */
final class RowUpdates {
    /** Pieces that are combined under one lock before others have a chance. */
    private static final int MOST_PIECES = 64;
    private static final int NONE = -1;

    private final Stripes stripes;
    private final ScratchMemory scratch;

    RowUpdates(Stripes stripes, ScratchMemory scratch) {
        this.stripes = stripes;
        this.scratch = scratch;
    }

    void update(Object array, long at, Layout from, Object result, long resultAt, Layout into, boolean fetches,
                long base, long offset, Layout to, long bytes, Update update) {
        if (update.gapped && bytes > 0) {
            pairs(array, at, from, result, resultAt, into, fetches, base, offset, to, bytes, update);
        } else if (from != null || to != null || into != null) {
            pieces(array, at, from, result, resultAt, into, fetches, base, offset, to, bytes, update);
        } else {
            row(array, at, result, resultAt, fetches, base, offset, bytes, update);
        }
    }

    private void row(Object array, long at, Object result, long resultAt, boolean fetches, long base, long offset,
                     long bytes, Update update) {
        long done = 0;
        while (done < bytes) {
            long part = Math.min(whole(Stripes.room(offset + done), update.item), bytes - done);
            int stripe = Stripes.of(offset + done);
            stripes.lock(stripe);
            try {
                combine(array, at + done, result, resultAt + done, fetches, base + offset + done, part, update);
            } finally {
                stripes.unlock(stripe);
            }
            done += part;
        }
    }

    /** Items that begin within {@code room} bytes, to the end of the last. */
    static long whole(long room, int item) {
        return (room + item - 1) / item * item;
    }

    private void pieces(Object array, long at, Layout from, Object result, long resultAt, Layout into, boolean fetches,
                        long base, long offset, Layout to, long bytes, Update update) {
        UpdateBuffers own = UpdateBuffers.take();
        own.start(from, to, into, bytes);
        int held = NONE;
        int pieces = 0;
        try {
            while (!own.target.isDone()) {
                long place = offset + own.target.offset();
                int stripe = Stripes.of(place);
                if (stripe != held || ++pieces == MOST_PIECES) {
                    release(held);
                    held = NONE;
                    stripes.lock(stripe);
                    held = stripe;
                    pieces = 0;
                }
                long part = Math.min(Math.min(own.target.length(), whole(Stripes.room(place), update.item)),
                    Math.min(own.origin.length(), own.result.length()));
                combine(array, at + own.origin.offset(), result, resultAt + own.result.offset(), fetches, base + place,
                    part, update);
                own.target.skip(part);
                own.origin.skip(part);
                own.result.skip(part);
            }
        } finally {
            release(held);
            own.giveBack();
        }
    }

    private void release(int stripe) {
        if (stripe != NONE) {
            stripes.unlock(stripe);
        }
    }

    /** Under the lock. */
    private static void combine(Object array, long at, Object result, long resultAt, boolean fetches, long place,
                                long bytes, Update update) {
        if (bytes == Long.BYTES && update.level > UpdateMode.OF_OTHERS && update.item == Long.BYTES) {
            long held = RawBytes.getLong(place);
            if (update.takes) {
                RawBytes.setLong(place, WordUpdates.combine(update, WordUpdates.load(array, at), held));
            }
            if (fetches) {
                WordUpdates.store(result, resultAt, held);
            }
            return;
        }
        if (fetches) {
            RawBytes.copy(null, place, result, resultAt, bytes);
        }
        if (update.takes) {
            update.reduction.combine(array, at, null, place, bytes);
        }
    }

    /** One long or double; returns what was there. */
    long update(long base, long offset, long value, Update update) {
        int stripe = Stripes.of(offset);
        stripes.lock(stripe);
        try {
            long held = RawBytes.getLong(base + offset);
            RawBytes.setLong(base + offset, WordUpdates.combine(update, value, held));
            return held;
        } finally {
            stripes.unlock(stripe);
        }
    }

    /** One int or float; returns what was there. */
    int update(long base, long offset, int value, Update update) {
        int stripe = Stripes.of(offset);
        stripes.lock(stripe);
        try {
            int held = RawNumbers.getInt(base + offset);
            RawNumbers.setInt(base + offset, WordUpdates.combine(update, value, held));
            return held;
        } finally {
            stripes.unlock(stripe);
        }
    }

    void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt, long base,
                        long offset, int bytes) {
        int stripe = Stripes.of(offset);
        stripes.lock(stripe);
        try {
            long held = RawBytes.load(base + offset, bytes);
            if (held == MappedUpdates.bits(compare, compareAt, bytes)) {
                RawBytes.store(MappedUpdates.bits(array, at, bytes), base + offset, bytes);
            }
            MappedUpdates.store(held, result, resultAt, bytes);
        } finally {
            stripes.unlock(stripe);
        }
    }

    /** Pairs with gaps in them, each in its packed form. */
    private void pairs(Object array, long at, Layout from, Object result, long resultAt, Layout into, boolean fetches,
                       long base, long offset, Layout to, long bytes, Update update) {
        Scratch mine = scratch.borrow(bytes);
        Scratch theirs = scratch.borrow(bytes);
        Scratch pair = scratch.borrow(update.item);
        UpdateBuffers own = UpdateBuffers.take();
        try {
            if (update.takes) {
                from.pack(array, at, 0, bytes, null, mine.address());
            }
            for (long done = 0; done < bytes; done += update.item) {
                long place = offset + own.target.start(to, done, bytes).offset();
                pair(Stripes.of(place), base + offset, to, done, mine.address() + done, theirs.address() + done,
                    pair.address(), update);
            }
            if (fetches) {
                into.unpack(null, theirs.address(), result, resultAt, 0, bytes);
            }
        } finally {
            own.giveBack();
            scratch.giveBack(pair);
            scratch.giveBack(theirs);
            scratch.giveBack(mine);
        }
    }

    private void pair(int stripe, long first, Layout to, long position, long mine, long theirs, long next,
                      Update update) {
        stripes.lock(stripe);
        try {
            to.pack(null, first, position, update.item, null, theirs);
            if (update.takes) {
                RawBytes.copy(theirs, next, update.item);
                update.reduction.combine(null, mine, null, next, update.item);
                to.unpack(null, next, null, first, position, update.item);
            }
        } finally {
            stripes.unlock(stripe);
        }
    }
}
