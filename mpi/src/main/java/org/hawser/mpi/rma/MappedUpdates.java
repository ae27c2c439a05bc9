package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.p2p.ScratchMemory;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawInts;
import org.hawser.platform.memory.RawWords;

/**
 * Read-modify-write on window memory that this process maps. The target's processor runs nothing.
 *
 * <p>An item is updated in one of two ways: alone, by the processor's own atomics ({@link WordUpdates}), or under the
 * lock of its stripe ({@link RowUpdates}). The two know nothing of each other, so all that may meet on an item must go
 * the same way. <b>Which way it is depends on the type, the target's {@link UpdateMode} and the address of the item,
 * and never on the operation.</b> MPI lets updates of one location overlap only where both have the same basic type;
 * the mode is the target's, and the same for all; and an address is aligned in every process that maps it or in none,
 * as memory is mapped by pages. So whatever overlaps goes the same way, and is atomic: also mixtures that MPI does not
 * grant, such as sums beside swaps and compare-and-swaps, whatever {@code accumulate_ops} says. Only items that overlap
 * in part, such as longs four bytes apart, are not atomic to each other; MPI does not ask for it.
 *
 * <p>As a rule longs and ints go alone: a sum is one instruction. All else is done in rows, where many numbers are
 * combined under one lock as fast as the processor can, and few cost hardly more than a compare-and-swap each.
 *
 * <p>All is over when a call returns, so updates of one origin happen in its order: {@code accumulate_ordering} need
 * not be looked at.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing, after the first call of a thread.
 */
final class MappedUpdates {
    /** How integers of 8 and 4 bytes are compared and swapped is a matter of their type, as with all updates. */
    private static final Update OF_LONGS = Update.of(Operator.REPLACE, Operand.LONG);
    private static final Update OF_INTS = Update.of(Operator.REPLACE, Operand.INT);

    /** The level from which types are updated item by item. */
    private final int limit;
    private final RowUpdates rows;
    private final ScatteredUpdates scattered;

    /** Updates of a target's window, by what its control block says. */
    MappedUpdates(Communicator communicator, RemoteRegion control) {
        this(new Stripes(communicator, control),
            UpdateMode.limit(communicator.point().rank().get(control, Control.UPDATES)),
            communicator.point().scratch());
    }

    /** Updates of this member's own window. */
    MappedUpdates(Communicator communicator, MemorySegment control) {
        this(new Stripes(communicator, control), UpdateMode.limit(RawWords.getAcquire(RawWords.addressOf(control)
            + Control.UPDATES)), communicator.point().scratch());
    }

    MappedUpdates(Stripes stripes, int limit, ScratchMemory scratch) {
        this.limit = limit;
        rows = new RowUpdates(stripes, scratch);
        scattered = new ScatteredUpdates(rows);
    }

    void accumulate(Object array, long at, Layout from, long base, long offset, Layout to, long bytes, Update update) {
        if (bytes == Long.BYTES && from == null && to == null && isWord(base + offset, update)) {
            WordUpdates.update(update, base + offset, WordUpdates.load(array, at));
        } else if (update.takes) {
            update(array, at, from, null, 0, null, false, base, offset, to, bytes, update);
        }
    }

    void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into, long base,
                       long offset, Layout to, long bytes, Update update) {
        update(array, at, from, result, resultAt, into, true, base, offset, to, bytes, update);
    }

    void fetchAndOp(Object array, long at, Object result, long resultAt, long base, long offset, Update update) {
        if (isWord(base + offset, update)) {
            long value = WordUpdates.load(array, at);
            WordUpdates.store(result, resultAt, WordUpdates.update(update, base + offset, value));
        } else {
            update(array, at, null, result, resultAt, null, true, base, offset, null, update.item, update);
        }
    }

    /** True for an item of 8 bytes, combined with one of the origin's, that goes alone. */
    private boolean isWord(long place, Update update) {
        return update.item == Long.BYTES && update.takes && update.level >= limit && (place & Long.BYTES - 1) == 0;
    }

    private void update(Object array, long at, Layout from, Object result, long resultAt, Layout into, boolean fetches,
                        long base, long offset, Layout to, long bytes, Update update) {
        long place = base + offset;
        if (update.level < limit) {
            rows.update(array, at, from, result, resultAt, into, fetches, base, offset, to, bytes, update);
        } else if (from != null || to != null || into != null) {
            scattered.update(array, at, from, result, resultAt, into, fetches, base, offset, to, bytes, update);
        } else if ((place & update.item - 1) != 0) {
            rows.update(array, at, null, result, resultAt, null, fetches, base, offset, null, bytes, update);
        } else if (update.item == Long.BYTES) {
            longs(array, at, result, resultAt, fetches, place, bytes, update);
        } else {
            ints(array, at, result, resultAt, fetches, place, bytes, update);
        }
    }

    private static void longs(Object array, long at, Object result, long resultAt, boolean fetches, long place,
                              long bytes, Update update) {
        for (long i = 0; i < bytes; i += Long.BYTES) {
            long value = update.takes ? WordUpdates.load(array, at + i) : 0;
            long held = WordUpdates.update(update, place + i, value);
            if (fetches) {
                WordUpdates.store(result, resultAt + i, held);
            }
        }
    }

    private static void ints(Object array, long at, Object result, long resultAt, boolean fetches, long place,
                             long bytes, Update update) {
        for (long i = 0; i < bytes; i += Integer.BYTES) {
            int value = update.takes ? WordUpdates.loadInt(array, at + i) : 0;
            int held = WordUpdates.update(update, place + i, value);
            if (fetches) {
                WordUpdates.storeInt(result, resultAt + i, held);
            }
        }
    }

    void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt, long base,
                        long offset, int bytes) {
        long place = base + offset;
        if (bytes == Long.BYTES && OF_LONGS.level >= limit && (place & Long.BYTES - 1) == 0) {
            long held = RawWords.compareAndExchange(place, WordUpdates.load(compare, compareAt),
                WordUpdates.load(array, at));
            WordUpdates.store(result, resultAt, held);
        } else if (bytes == Integer.BYTES && OF_INTS.level >= limit && (place & Integer.BYTES - 1) == 0) {
            int held = RawInts.compareAndExchange(place, WordUpdates.loadInt(compare, compareAt),
                WordUpdates.loadInt(array, at));
            WordUpdates.storeInt(result, resultAt, held);
        } else {
            rows.compareAndSwap(array, at, compare, compareAt, result, resultAt, base, offset, bytes);
        }
    }

    /** Up to 8 bytes of this process's own memory, as {@link RawBytes} has them. */
    static long bits(Object array, long at, int bytes) {
        return array == null ? RawBytes.load(at, bytes) : RawBytes.load(array, at, bytes);
    }

    /** Writes what {@link #bits} reads. */
    static void store(long bits, Object array, long at, int bytes) {
        if (array == null) {
            RawBytes.store(bits, at, bytes);
        } else {
            RawBytes.store(bits, array, at, bytes);
        }
    }
}
