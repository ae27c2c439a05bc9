package org.hawser.mpi.rma;

import java.util.concurrent.atomic.AtomicLong;
import org.hawser.mpi.datatype.Layout;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * A way on which the target counts what changes its window. Where an operation is over with its call its notice follows
 * at once; where it is not, one notice for all follows them in the fence.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing, on mapped memory.
 */
final class NoticedPath extends Path {
    private final Path way;
    private final Rank rank;
    private final Target target;
    /** Operations that the fence has not counted yet. */
    private final AtomicLong started = new AtomicLong();

    NoticedPath(Path way, Rank rank, Target target) {
        super(way.defers());
        this.way = way;
        this.rank = rank;
        this.target = target;
    }

    /**
     * How many notices the target gets for what was started since the last time. Where operations are over with their
     * calls it has them already; elsewhere it gets one for all, which follows them on their way or, where the way
     * cannot bring it, when they are over.
     */
    long take() {
        long count = started.getAndSet(0);
        if (count == 0 || !defers()) {
            return count;
        }
        if (!way.startWithNotice()) {
            way.finish();
            notice(1);
        }
        return 1;
    }

    private void noticed() {
        started.getAndIncrement();
        if (!defers()) {
            notice(1);
        }
    }

    private void notice(long count) {
        // Atomic, full order: the operation comes first. Pairs with the acquire of the member that waits for notices.
        rank.fetchAdd(target.control, Control.NOTICES, count);
        rank.wake(target.world);
    }

    @Override
    void hold(Object origin, Handle handle) {
        way.hold(origin, handle);
    }

    @Override
    Transfer transfer() {
        return way.transfer();
    }

    @Override
    void put(Object array, long at, Layout from, long offset, Layout to, long bytes, Handle handle) {
        way.put(array, at, from, offset, to, bytes, handle);
        noticed();
    }

    @Override
    void get(Object array, long at, Layout into, long offset, Layout of, long bytes, Handle handle) {
        way.get(array, at, into, offset, of, bytes, handle);
    }

    @Override
    void accumulate(Object array, long at, Layout from, long offset, Layout to, long bytes, Update update,
                    Handle handle) {
        way.accumulate(array, at, from, offset, to, bytes, update, handle);
        noticed();
    }

    @Override
    void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into, long offset,
                       Layout to, long bytes, Update update, Handle handle) {
        way.getAccumulate(array, at, from, result, resultAt, into, offset, to, bytes, update, handle);
        noticed();
    }

    @Override
    void fetchAndOp(Object array, long at, Object result, long resultAt, long offset, Update update) {
        way.fetchAndOp(array, at, result, resultAt, offset, update);
        noticed();
    }

    @Override
    void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt,
                        long offset, int bytes) {
        way.compareAndSwap(array, at, compare, compareAt, result, resultAt, offset, bytes);
        noticed();
    }

    @Override
    void flush() {
        way.flush();
    }

    @Override
    void flushLocal() {
        way.flushLocal();
    }

    @Override
    void start() {
        way.start();
    }

    @Override
    void finish() {
        way.finish();
    }
}
