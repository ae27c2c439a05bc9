package org.hawser.mpi.rma;

import java.lang.invoke.VarHandle;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.p2p.Scratch;
import org.hawser.mpi.p2p.ScratchMemory;
import org.hawser.platform.memory.RawBytes;
import org.hawser.runtime.Handle;

/**
 * Window memory that this process maps: a put is a copy, a get is a copy, and all is over when its call returns. The
 * target's processor runs nothing.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
final class MappedPath extends Path {
    /** Where the target's window begins in this process. */
    private final long base;
    /** Keeps the memory mapped. */
    @SuppressWarnings("unused")
    private final Object keep;
    private final ScratchMemory scratch;
    private final MappedUpdates updates;

    MappedPath(long base, Object keep, ScratchMemory scratch, MappedUpdates updates) {
        super(false);
        this.base = base;
        this.keep = keep;
        this.scratch = scratch;
        this.updates = updates;
    }

    @Override
    void put(Object array, long at, Layout from, long offset, Layout to, long bytes, Handle handle) {
        if (from == null && to == null) {
            RawBytes.copy(array, at, null, base + offset, bytes);
        } else {
            move(array, at, from, null, base + offset, to, bytes);
        }
    }

    @Override
    void get(Object array, long at, Layout into, long offset, Layout of, long bytes, Handle handle) {
        if (into == null && of == null) {
            RawBytes.copy(null, base + offset, array, at, bytes);
        } else {
            move(null, base + offset, of, array, at, into, bytes);
        }
    }

    /** Copies items of one layout into items of another. */
    private void move(Object array, long at, Layout from, Object target, long targetAt, Layout to, long bytes) {
        if (to == null) {
            from.pack(array, at, 0, bytes, target, targetAt);
        } else if (from == null) {
            to.unpack(array, at, target, targetAt, 0, bytes);
        } else {
            Scratch packed = scratch.borrow(bytes);
            from.pack(array, at, 0, bytes, null, packed.address());
            to.unpack(null, packed.address(), target, targetAt, 0, bytes);
            scratch.giveBack(packed);
        }
    }

    @Override
    void accumulate(Object array, long at, Layout from, long offset, Layout to, long bytes, Update update,
                    Handle handle) {
        updates.accumulate(array, at, from, base, offset, to, bytes, update);
    }

    @Override
    void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into, long offset,
                       Layout to, long bytes, Update update, Handle handle) {
        updates.getAccumulate(array, at, from, result, resultAt, into, base, offset, to, bytes, update);
    }

    @Override
    void fetchAndOp(Object array, long at, Object result, long resultAt, long offset, Update update) {
        updates.fetchAndOp(array, at, result, resultAt, base, offset, update);
    }

    @Override
    void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt,
                        long offset, int bytes) {
        updates.compareAndSwap(array, at, compare, compareAt, result, resultAt, base, offset, bytes);
    }

    /**
     * What was put is in the target's memory when its call returns; what is left is the order in which others see it.
     * Full, and not only release: when a flush is over, the target's own loads find the data, so what this thread loads
     * next (a get, a look at a flag) must not have been loaded before the puts left its store buffer.
     */
    @Override
    boolean isOverAtOnce() {
        return true;
    }

    @Override
    void flush() {
        VarHandle.fullFence();
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
