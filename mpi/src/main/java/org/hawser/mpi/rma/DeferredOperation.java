package org.hawser.mpi.rma;

import org.hawser.mpi.datatype.Layout;

/**
 * An operation as its call gave it, to be done later.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing; it is used again.
 */
final class DeferredOperation {
    private enum Kind { PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP }

    private Kind kind;
    private Object array;
    private long at;
    private Layout layout;
    private Object result;
    private long resultAt;
    private Layout into;
    private Object compare;
    private long compareAt;
    private long offset;
    private Layout to;
    private long bytes;
    private Update update;

    private DeferredOperation begin(Kind what, Object memory, long place, Layout items, long targetOffset,
                                    Layout targetItems, long length) {
        kind = what;
        array = memory;
        at = place;
        layout = items;
        offset = targetOffset;
        to = targetItems;
        bytes = length;
        return this;
    }

    private DeferredOperation fetching(Object memory, long place, Layout items, Update by) {
        result = memory;
        resultAt = place;
        into = items;
        update = by;
        return this;
    }

    void put(Object memory, long place, Layout items, long targetOffset, Layout targetItems, long length) {
        begin(Kind.PUT, memory, place, items, targetOffset, targetItems, length);
    }

    void get(Object memory, long place, Layout items, long targetOffset, Layout targetItems, long length) {
        begin(Kind.GET, memory, place, items, targetOffset, targetItems, length);
    }

    void accumulate(Object memory, long place, Layout items, long targetOffset, Layout targetItems, long length,
                    Update by) {
        begin(Kind.ACCUMULATE, memory, place, items, targetOffset, targetItems, length).fetching(null, 0, null, by);
    }

    void getAccumulate(Object memory, long place, Layout items, Object fetched, long fetchedAt, Layout fetchedItems,
                       long targetOffset, Layout targetItems, long length, Update by) {
        begin(Kind.GET_ACCUMULATE, memory, place, items, targetOffset, targetItems, length)
            .fetching(fetched, fetchedAt, fetchedItems, by);
    }

    void fetchAndOp(Object memory, long place, Object fetched, long fetchedAt, long targetOffset, Update by) {
        begin(Kind.FETCH_AND_OP, memory, place, null, targetOffset, null, by.item())
            .fetching(fetched, fetchedAt, null, by);
    }

    void compareAndSwap(Object memory, long place, Object expected, long expectedAt, Object fetched, long fetchedAt,
                        long targetOffset, int length) {
        begin(Kind.COMPARE_AND_SWAP, memory, place, null, targetOffset, null, length)
            .fetching(fetched, fetchedAt, null, null);
        compare = expected;
        compareAt = expectedAt;
    }

    /** Does it, and lets go of the program's memory. */
    void run(Path way) {
        switch (kind) {
            case PUT -> way.put(array, at, layout, offset, to, bytes, null);
            case GET -> way.get(array, at, layout, offset, to, bytes, null);
            case ACCUMULATE -> way.accumulate(array, at, layout, offset, to, bytes, update, null);
            case GET_ACCUMULATE -> way.getAccumulate(array, at, layout, result, resultAt, into, offset, to, bytes,
                update, null);
            case FETCH_AND_OP -> way.fetchAndOp(array, at, result, resultAt, offset, update);
            case COMPARE_AND_SWAP -> way.compareAndSwap(array, at, compare, compareAt, result, resultAt, offset,
                (int) bytes);
        }
        array = null;
        result = null;
        compare = null;
    }
}
