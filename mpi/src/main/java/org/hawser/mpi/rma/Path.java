package org.hawser.mpi.rma;

import org.hawser.mpi.datatype.Layout;
import org.hawser.runtime.Handle;

/**
 * The way to one target's window memory: one class for each design. Everything has been checked before: the epoch, the
 * bounds, the types.
 *
 * <p>Memory of the origin is an array and an offset in bytes, or null and an address. A layout that is null says that
 * the items lie in a row. {@code bytes} counts the packed items. Offsets are bytes from the start of the target's
 * window. Where an operation is not over when its call returns, its handle knows: the one given or, where that is null,
 * the one that {@link #flush} waits for; the origin's buffers are the operation's until then.
 *
 * <p><b>Threads:</b> any, as many as the thread level allows. <b>Allocates:</b> nothing, on mapped memory.
 */
abstract class Path {
    /** True when operations may be under way after their calls. */
    private final boolean defers;
    private final boolean flushed;

    /** A way on which operations may be under way after their calls, or not. */
    Path(boolean defers) {
        this(defers, false);
    }

    /** @param flushed whether a flush is a release fence and nothing else */
    Path(boolean defers, boolean flushed) {
        this.defers = defers;
        this.flushed = flushed;
    }

    /**
     * False when every operation is over when its call returns: what ends an epoch has nothing to wait for then, and
     * orders memory by the words that it writes.
     */
    final boolean defers() {
        return defers;
    }

    /**
     * Keeps an origin's buffer reachable as long as the operation that was just started needs it. Called after every
     * operation that may go on when its call is over, with the operation's handle or null.
     */
    final void keep(Object origin, Handle handle) {
        if (defers) {
            hold(origin, handle);
        }
    }

    /** See {@link #keep}; asked only where operations may be under way after their calls. */
    void hold(Object origin, Handle handle) {
    }

    /** What a request stands for whose operation is about to be started, with this transfer's handle. */
    Transfer transfer() {
        return Transfer.DONE;
    }

    /** Refuses items that the target has no memory for, where only the way knows; asked by one that defers. */
    void check(long offset, Layout items, long bytes) {
    }

    /** Copies to the target. */
    abstract void put(Object array, long at, Layout from, long offset, Layout to, long bytes, Handle handle);

    /** Copies from the target. */
    abstract void get(Object array, long at, Layout into, long offset, Layout of, long bytes, Handle handle);

    /** Combines into the target's items; each of them at once, as others see it. */
    abstract void accumulate(Object array, long at, Layout from, long offset, Layout to, long bytes,
                             Update update, Handle handle);

    /** Fetches the target's items and combines into them; each of them at once, as others see it. */
    abstract void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into,
                                long offset, Layout to, long bytes, Update update, Handle handle);

    /** Fetches one item that has no gaps, and combines into it. */
    abstract void fetchAndOp(Object array, long at, Object result, long resultAt, long offset, Update update);

    /** Fetches one item of {@code bytes}, and replaces it if it was what {@code compare} holds. */
    abstract void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt,
                                 long offset, int bytes);

    /** Waits until what was started is over here and at the target. */
    abstract void flush();

    /**
     * True when a flush is a release fence: every operation is over when its call returns, and loads see to the rest of
     * the order. The same for all operations of a path.
     */
    final boolean isFlushed() {
        return flushed;
    }

    /** Waits until the origin's buffers can be used again. */
    void flushLocal() {
        flush();
    }

    /** Has what waits leave for the target, so that several targets can be flushed at the same time. */
    void start() {
    }

    /**
     * As {@link #start}, and counts one more in the word {@link Control#NOTICES} of the target after it; a flush waits
     * for both.
     *
     * @return false where the caller has to count, after a flush
     */
    boolean startWithNotice() {
        return false;
    }

    /**
     * As {@link #start}, and tells the target with the last of it that this member has completed an access epoch. Only
     * the origin's buffers have to be waited for then, by {@link #flushLocal}.
     *
     * @return false where nothing was started, and the caller has to tell the target after a flush
     */
    boolean startComplete() {
        return false;
    }

    /**
     * As {@link #flush}, for a caller that goes on with an atomic operation or a message: these order what was stored
     * before by themselves.
     */
    void finish() {
        flush();
    }
}
