package org.hawser.mpi.rma;

import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * A way to a target's memory by messages that the target's process takes in: operations are queued, and leave as the
 * design and the {@link Schedule} say.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing once as much has been under way as ever will be.
 */
abstract class QueuedPath extends Path {
    private final Outgoing outgoing;
    private final Rank rank;
    /** Buffers that must stay while operations use their addresses. */
    private final List<Object> kept = new ArrayList<>();

    QueuedPath(Outgoing outgoing) {
        super(true);
        this.outgoing = outgoing;
        rank = outgoing.rank();
    }

    final Outgoing outgoing() {
        return outgoing;
    }

    @Override
    final void put(Object array, long at, Layout from, long offset, Layout to, long bytes, Handle handle) {
        if (bytes == 0) {
            return;
        }
        rank.hold();
        try {
            outgoing.add(outgoing.take().put(array, at, from, offset, to, bytes, handle));
        } finally {
            rank.letGo();
        }
    }

    @Override
    final void get(Object array, long at, Layout into, long offset, Layout of, long bytes, Handle handle) {
        if (bytes == 0) {
            return;
        }
        rank.hold();
        try {
            outgoing.add(outgoing.take().get(array, at, into, offset, of, bytes, handle));
        } finally {
            rank.letGo();
        }
    }

    @Override
    final void accumulate(Object array, long at, Layout from, long offset, Layout to, long bytes, Update update,
                          Handle handle) {
        if (bytes == 0 || update.operator == Operator.NO_OP) {
            return;
        }
        rank.hold();
        try {
            outgoing.add(outgoing.take().accumulate(array, at, from, offset, to, bytes, update, handle));
        } finally {
            rank.letGo();
        }
    }

    @Override
    final void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into,
                             long offset, Layout to, long bytes, Update update, Handle handle) {
        if (bytes == 0) {
            return;
        }
        rank.hold();
        try {
            outgoing.add(outgoing.take().getAccumulate(array, at, from, result, resultAt, into, offset, to,
                bytes, update, update.operator == Operator.NO_OP, handle));
        } finally {
            rank.letGo();
        }
    }

    @Override
    final void fetchAndOp(Object array, long at, Object result, long resultAt, long offset, Update update) {
        getAccumulate(array, at, null, result, resultAt, null, offset, null, update.item, update, null);
    }

    @Override
    final void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt,
                              long offset, int bytes) {
        rank.hold();
        try {
            outgoing.add(outgoing.take().compareAndSwap(array, at, compare, compareAt, result, resultAt, offset,
                bytes));
        } finally {
            rank.letGo();
        }
    }

    /** Until nothing of this member's is under way to the target. */
    @Override
    final void hold(Object origin, Handle handle) {
        synchronized (kept) {
            if (outgoing.isIdle()) {
                kept.clear();
            } else {
                kept.add(origin);
            }
        }
    }

    @Override
    final Transfer transfer() {
        return outgoing.transfer();
    }

    /** Unless another thread has started something since. */
    private void release() {
        synchronized (kept) {
            if (outgoing.isIdle()) {
                kept.clear();
            }
        }
    }

    @Override
    final void start() {
        outgoing.start();
    }

    @Override
    final boolean startWithNotice() {
        outgoing.startWithNotice();
        return true;
    }

    @Override
    final boolean startComplete() {
        return outgoing.startComplete();
    }

    @Override
    final void flush() {
        outgoing.start();
        outgoing.awaitOver();
        release();
    }

    @Override
    final void flushLocal() {
        outgoing.issue();
        outgoing.awaitLocallyOver();
        release();
    }
}
