package org.hawser.mpi.rma;

import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.p2p.Scratch;
import org.hawser.mpi.p2p.ScratchMemory;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;

/**
 * Read-modify-write on window memory that this process maps: under the locks of a stripe, which are in the target's
 * {@link Control} block.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
final class MappedUpdates {
    /** Where the target's stripes begin in this process. */
    private final long stripes;
    private final ScratchMemory scratch;

    MappedUpdates(long control, ScratchMemory scratch) {
        stripes = control + Control.STRIPES;
        this.scratch = scratch;
    }

    void accumulate(Object array, long at, Layout from, long base, long offset, Layout to, long bytes,
                    Update update) {
        lock();
        try {
            if (from == null && to == null) {
                update.reduction.combine(array, at, null, base + offset, bytes);
            } else {
                combine(array, at, from, base + offset, to, bytes, update);
            }
        } finally {
            unlock();
        }
    }

    void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into, long base,
                       long offset, Layout to, long bytes, Update update) {
        lock();
        try {
            fetch(result, resultAt, into, base + offset, to, bytes);
            combine(array, at, from, base + offset, to, bytes, update);
        } finally {
            unlock();
        }
    }

    void fetchAndOp(Object array, long at, Object result, long resultAt, long base, long offset, Update update) {
        getAccumulate(array, at, null, result, resultAt, null, base, offset, null, update.item, update);
    }

    void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt, long base,
                        long offset, int bytes) {
        lock();
        try {
            long held = RawBytes.load(base + offset, bytes);
            long expected = load(compare, compareAt, bytes);
            long value = load(array, at, bytes);
            RawBytes.copy(null, base + offset, result, resultAt, bytes);
            if (held == expected) {
                RawBytes.store(value, base + offset, bytes);
            }
        } finally {
            unlock();
        }
    }

    private static long load(Object array, long at, int bytes) {
        return array == null ? RawBytes.load(at, bytes) : RawBytes.load(array, at, bytes);
    }

    private void fetch(Object result, long resultAt, Layout into, long place, Layout to, long bytes) {
        Scratch packed = scratch.borrow(bytes);
        if (to == null) {
            RawBytes.copy(place, packed.address(), bytes);
        } else {
            to.pack(null, place, 0, bytes, null, packed.address());
        }
        if (into == null) {
            RawBytes.copy(null, packed.address(), result, resultAt, bytes);
        } else {
            into.unpack(null, packed.address(), result, resultAt, 0, bytes);
        }
        scratch.giveBack(packed);
    }

    private void combine(Object array, long at, Layout from, long place, Layout to, long bytes, Update update) {
        Scratch mine = scratch.borrow(bytes);
        Scratch theirs = scratch.borrow(bytes);
        if (from == null) {
            RawBytes.copy(array, at, null, mine.address(), bytes);
        } else {
            from.pack(array, at, 0, bytes, null, mine.address());
        }
        if (to == null) {
            update.reduction.combine(null, mine.address(), null, place, bytes);
        } else {
            to.pack(null, place, 0, bytes, null, theirs.address());
            update.reduction.combine(null, mine.address(), null, theirs.address(), bytes);
            to.unpack(null, theirs.address(), null, place, 0, bytes);
        }
        scratch.giveBack(theirs);
        scratch.giveBack(mine);
    }

    private void lock() {
        while (!RawWords.compareAndSet(stripes, 0, 1)) {
            Thread.onSpinWait();
        }
    }

    private void unlock() {
        RawWords.setRelease(stripes, 0);
    }
}
