package org.hawser.mpi.rma;

import java.lang.invoke.VarHandle;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.mpi.datatype.ItemCopy;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.mpi.p2p.Scratch;
import org.hawser.mpi.p2p.ScratchMemory;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.platform.memory.StringCopy;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * Window memory that this process maps: a put is a copy, a get is a copy, and all is over when its call returns. The
 * target's processor runs nothing. Items with gaps, on one side or both, are copied from where they lie to where they
 * belong, with nothing packed in between.
 *
 * <p><b>Order.</b> Copies are plain stores and loads; what makes them one-sided communication is what the program does
 * before and after, and each of these orders them. To the target: {@link #flush} orders them, see {@link StoreOrder};
 * unlock, complete and fence end with an atomic or a release store ({@link #finish}), and so does a message that the
 * program sends after a flush. At the target: a lock, a fence and the receipt of a message begin with an acquire, so
 * its loads come after. The two make a pair as any release and acquire do, on x86, where stores leave in order anyway,
 * and on ARM, where nothing else would order them. A program that looks at memory without any of these calls the
 * window's sync, which is a full fence.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
final class MappedPath extends Path {
    /** Where the target's window begins in this process. */
    private final long base;
    /** Keeps the memory mapped. */
    @SuppressWarnings("unused")
    private final Object keep;
    private final Rank rank;
    /** The target's region, which begins at {@link #start} in this process; null where the memory is in none of it. */
    private final MappedRegion region;
    private final long start;
    /** From here on the target may copy a part, if it waits for something. */
    private final long jointFrom;
    /** From here on a copy has a choice of ways. */
    private final long longFrom;
    private final ScratchMemory scratch;
    private final MappedUpdates updates;
    private final StoreOrder order;
    private final ItemCopy items = new ItemCopy();

    MappedPath(long base, Object keep, PointToPoint point, MappedUpdates updates) {
        super(false, StoreOrder.of(point).isLate());
        this.base = base;
        this.keep = keep;
        rank = point.rank();
        region = keep instanceof MappedRegion mapped ? mapped : null;
        start = region == null ? 0 : RawWords.addressOf(region.map());
        jointFrom = region == null ? Long.MAX_VALUE : rank.jointCopiesFrom();
        longFrom = Math.min(jointFrom, StringCopy.LEAST);
        scratch = point.scratch();
        order = StoreOrder.of(point);
        this.updates = updates;
    }

    @Override
    void put(Object array, long at, Layout from, long offset, Layout to, long bytes, Handle handle) {
        order.store();
        if (from == null && to == null) {
            if (bytes < longFrom || !isCopiedLong(true, array, at, offset, bytes)) {
                RawBytes.copy(array, at, null, base + offset, bytes);
            }
        } else if (array == null && overlap(at, from, base + offset, to, bytes)) {
            throughScratch(at, from, base + offset, to, bytes);
        } else {
            items.copy(array, at, from, null, base + offset, to, bytes);
        }
    }

    @Override
    void get(Object array, long at, Layout into, long offset, Layout of, long bytes, Handle handle) {
        order.load();
        if (into == null && of == null) {
            if (bytes < longFrom || !isCopiedLong(false, array, at, offset, bytes)) {
                RawBytes.copy(null, base + offset, array, at, bytes);
            }
        } else if (array == null && overlap(base + offset, of, at, into, bytes)) {
            throughScratch(base + offset, of, at, into, bytes);
        } else {
            items.copy(null, base + offset, of, array, at, into, bytes);
        }
    }

    /**
     * Copies from or to native memory: the target copies a part, if it waits for something, or the processor has an
     * instruction for it. False for an array; nothing was copied then.
     */
    private boolean isCopiedLong(boolean out, Object array, long at, long offset, long bytes) {
        if (array != null) {
            return false;
        }
        if (bytes < jointFrom || !joint(out, at, offset, bytes)) {
            long there = base + offset;
            StringCopy.copy(out ? at : there, out ? there : at, bytes);
        }
        return true;
    }

    /** Has the target copy a part, if it waits for something; false when nothing was copied. */
    private boolean joint(boolean out, long at, long offset, long bytes) {
        try {
            return rank.copyJointly(out, at, region, base + offset - start, bytes);
        } catch (FabricException e) {
            throw Failures.of(e);
        }
    }

    /** Whether items of two places, of which one may be in this process's own window, lie among each other. */
    private static boolean overlap(long at, Layout items, long otherAt, Layout otherItems, long bytes) {
        return at + first(items, bytes) < otherAt + end(otherItems, bytes)
            && otherAt + first(otherItems, bytes) < at + end(items, bytes);
    }

    private static long first(Layout items, long bytes) {
        return items == null || bytes == 0 ? 0 : items.firstOf(bytes / items.size());
    }

    private static long end(Layout items, long bytes) {
        return items == null || bytes == 0 ? bytes : items.endOf(bytes / items.size());
    }

    private void throughScratch(long at, Layout from, long targetAt, Layout to, long bytes) {
        Scratch packed = scratch.borrow(bytes);
        try {
            items.copy(null, at, from, null, packed.address(), null, bytes);
            items.copy(null, packed.address(), null, null, targetAt, to, bytes);
        } finally {
            scratch.giveBack(packed);
        }
    }

    @Override
    void accumulate(Object array, long at, Layout from, long offset, Layout to, long bytes, Update update,
                    Handle handle) {
        order.update(update.takes);
        updates.accumulate(array, at, from, base, offset, to, bytes, update);
    }

    @Override
    void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into, long offset,
                       Layout to, long bytes, Update update, Handle handle) {
        order.update(update.takes);
        updates.getAccumulate(array, at, from, result, resultAt, into, base, offset, to, bytes, update);
    }

    @Override
    void fetchAndOp(Object array, long at, Object result, long resultAt, long offset, Update update) {
        order.update(update.takes);
        updates.fetchAndOp(array, at, result, resultAt, base, offset, update);
    }

    @Override
    void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt,
                        long offset, int bytes) {
        order.update(true);
        updates.compareAndSwap(array, at, compare, compareAt, result, resultAt, base, offset, bytes);
    }

    /** What was put is in the target's memory when its call returns; what is left is the order that others see. */
    @Override
    void flush() {
        order.flush();
    }

    /** Who goes on with an atomic or a message orders the puts before it: on x86 all stores, elsewhere by release. */
    @Override
    void finish() {
        VarHandle.releaseFence();
    }

    /** Origins were read, and results written, when the calls returned. */
    @Override
    void flushLocal() {
    }
}
