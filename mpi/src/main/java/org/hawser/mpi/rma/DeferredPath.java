package org.hawser.mpi.rma;

import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Handle;

/**
 * A way on which nothing is done before the end of the epoch, or a flush: operations are queued in their order. One
 * whose request may be waited for is done at once, after those that are queued.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when more are queued than ever before.
 */
final class DeferredPath extends Path {
    private final Path way;
    private final PointToPoint point;
    private final int world;
    private final List<DeferredOperation> operations = new ArrayList<>();
    /** Buffers that the program has only handed over by address. */
    private final List<Object> held = new ArrayList<>();
    private int queued;
    /** Operations that a request has had started before the end of the epoch, which still has to end them. */
    private int begun;

    DeferredPath(Path way, PointToPoint point, int world) {
        super(true);
        this.way = way;
        this.point = point;
        this.world = world;
    }

    /** How many operations the end of the epoch has to end: those that are queued, and those that are under way. */
    synchronized int open() {
        return queued + begun;
    }

    /** Starts what is queued. */
    synchronized void issue() {
        int count = queued;
        queued = 0;
        for (int i = 0; i < count; i++) {
            operations.get(i).run(way);
        }
    }

    /** An operation with a request is about to be started: those before it are as well. */
    private void beginEarly() {
        begun += queued + 1;
        issue();
    }

    private DeferredOperation next() {
        if (queued == operations.size()) {
            operations.add(new DeferredOperation());
        }
        return operations.get(queued++);
    }

    @Override
    synchronized void hold(Object origin, Handle handle) {
        if (handle == null) {
            held.add(origin);
        } else {
            way.keep(origin, handle);
        }
    }

    @Override
    Transfer transfer() {
        Transfer transfer = way.transfer();
        return transfer.handle() == null ? Transfer.with(point, world) : transfer;
    }

    @Override
    synchronized void put(Object array, long at, Layout from, long offset, Layout to, long bytes, Handle handle) {
        if (handle == null) {
            way.check(offset, to, bytes);
            next().put(array, at, from, offset, to, bytes);
        } else {
            beginEarly();
            way.put(array, at, from, offset, to, bytes, handle);
        }
    }

    @Override
    synchronized void get(Object array, long at, Layout into, long offset, Layout of, long bytes, Handle handle) {
        if (handle == null) {
            way.check(offset, of, bytes);
            next().get(array, at, into, offset, of, bytes);
        } else {
            beginEarly();
            way.get(array, at, into, offset, of, bytes, handle);
        }
    }

    @Override
    synchronized void accumulate(Object array, long at, Layout from, long offset, Layout to, long bytes,
                                 Update update, Handle handle) {
        if (handle == null) {
            way.check(offset, to, bytes);
            next().accumulate(array, at, from, offset, to, bytes, update);
        } else {
            beginEarly();
            way.accumulate(array, at, from, offset, to, bytes, update, handle);
        }
    }

    @Override
    synchronized void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into,
                                    long offset, Layout to, long bytes, Update update, Handle handle) {
        if (handle == null) {
            way.check(offset, to, bytes);
            next().getAccumulate(array, at, from, result, resultAt, into, offset, to, bytes, update);
        } else {
            beginEarly();
            way.getAccumulate(array, at, from, result, resultAt, into, offset, to, bytes, update, handle);
        }
    }

    @Override
    synchronized void fetchAndOp(Object array, long at, Object result, long resultAt, long offset, Update update) {
        way.check(offset, null, update.item);
        next().fetchAndOp(array, at, result, resultAt, offset, update);
    }

    @Override
    synchronized void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result,
                                     long resultAt, long offset, int bytes) {
        way.check(offset, null, bytes);
        next().compareAndSwap(array, at, compare, compareAt, result, resultAt, offset, bytes);
    }

    @Override
    synchronized void flush() {
        issue();
        way.flush();
        over();
    }

    @Override
    synchronized void flushLocal() {
        issue();
        way.flushLocal();
    }

    @Override
    synchronized void start() {
        issue();
        way.start();
    }

    @Override
    synchronized void finish() {
        issue();
        way.finish();
        over();
    }

    private void over() {
        begun = 0;
        held.clear();
    }
}
