package org.hawser.mpi.rma;

import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.RawBytes;
import org.hawser.runtime.Handle;

/**
 * An operation that waits to leave for its target, or for its answers. Nothing is copied until it leaves: the buffers
 * are the program's, which leaves them alone until the operation is over.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing; it is used again.
 */
final class Queued {
    /** One of {@link Frame}'s operations. */
    int what;
    /** Its place in the order of the program. */
    long number;
    /** What is sent: an array and an offset in bytes, or null and an address. */
    private Object array;
    private long at;
    private Layout from;
    /** Where answers go. */
    private Object result;
    private long resultAt;
    private Layout into;
    long offset;
    Layout to;
    long bytes;
    private int code;
    /** What a piece of it must hold a multiple of, where that can be. */
    private int unit;
    private boolean sends;
    private long value;
    private long expected;
    Handle handle;
    /** What it adds to the bytes of frames to come. */
    int weight;
    /** The bytes that have a place in a frame. */
    long planned;
    /** The bytes that need nothing more here: they have left or, where there are answers, come. */
    private long settled;
    RuntimeException failure;
    Queued next;

    private Queued begin(int kind, long targetOffset, Layout targetLayout, long length, Handle told) {
        what = kind;
        offset = targetOffset;
        to = targetLayout;
        bytes = length;
        handle = told;
        code = 0;
        unit = Frame.WORD;
        sends = kind != Frame.GET && kind != Frame.COMPARE_SWAP;
        planned = 0;
        settled = 0;
        return this;
    }

    private Queued sending(Object memory, long place, Layout layout) {
        array = memory;
        at = place;
        from = layout;
        return this;
    }

    private Queued receiving(Object memory, long place, Layout layout) {
        result = memory;
        resultAt = place;
        into = layout;
        return this;
    }

    Queued put(Object memory, long place, Layout layout, long targetOffset, Layout targetLayout, long length,
               Handle told) {
        return begin(Frame.PUT, targetOffset, targetLayout, length, told).sending(memory, place, layout);
    }

    Queued get(Object memory, long place, Layout layout, long targetOffset, Layout targetLayout, long length,
               Handle told) {
        return begin(Frame.GET, targetOffset, targetLayout, length, told).receiving(memory, place, layout);
    }

    Queued accumulate(Object memory, long place, Layout layout, long targetOffset, Layout targetLayout, long length,
                      Update update, Handle told) {
        begin(Frame.ACCUMULATE, targetOffset, targetLayout, length, told).sending(memory, place, layout);
        unit = update.item;
        code = update.number();
        return this;
    }

    Queued getAccumulate(Object memory, long place, Layout layout, Object fetched, long fetchedAt, Layout fetchedLayout,
                         long targetOffset, Layout targetLayout, long length, Update update, boolean changesNothing,
                         Handle told) {
        begin(Frame.GET_ACCUMULATE, targetOffset, targetLayout, length, told).sending(memory, place, layout)
            .receiving(fetched, fetchedAt, fetchedLayout);
        unit = update.item;
        code = update.number();
        sends = !changesNothing;
        return this;
    }

    Queued compareAndSwap(Object memory, long place, Object compare, long compareAt, Object fetched, long fetchedAt,
                          long targetOffset, int length) {
        begin(Frame.COMPARE_SWAP, targetOffset, null, length, null).receiving(fetched, fetchedAt, null);
        value = memory == null ? RawBytes.load(place, length) : RawBytes.load(memory, place, length);
        expected = compare == null ? RawBytes.load(compareAt, length) : RawBytes.load(compare, compareAt, length);
        return this;
    }

    /** True for what may leave before or after any other. */
    boolean isGet() {
        return what == Frame.GET;
    }

    /** True when the target sends something back. */
    boolean isAnswered() {
        return what == Frame.GET || what == Frame.GET_ACCUMULATE || what == Frame.COMPARE_SWAP;
    }

    /** The bytes that have no place in a frame yet. */
    long left() {
        return bytes - planned;
    }

    /** The bytes of a record with {@code length} of it. */
    int recordBytes(int length) {
        return Frame.OPERATION + (sends ? Frame.padded(length) : 0);
    }

    /** The most bytes of it that a record can take on, with room for a payload and a limit for the answer. */
    int piece(int room, int mostAnswer) {
        int most = Math.min(sends ? room : mostAnswer, isAnswered() ? mostAnswer : Integer.MAX_VALUE);
        if (left() <= most) {
            return (int) left();
        }
        if (to != null && unit < to.size() && to.size() <= most && planned % to.size() == 0) {
            return most - (int) (most % to.size());
        }
        return most - most % unit;
    }

    /** Writes its record for {@code length} bytes from {@code position} on. */
    void write(long record, long position, int length, int layoutName) {
        boolean swaps = what == Frame.COMPARE_SWAP;
        RawBytes.setLong(record, Frame.first(what, 0, code, length));
        RawBytes.setLong(record + Frame.WORD, offset);
        RawBytes.setLong(record + 2 * Frame.WORD, swaps ? value : position);
        RawBytes.setLong(record + 3 * Frame.WORD, swaps ? expected : layoutName);
        if (sends) {
            long payload = record + Frame.OPERATION;
            if (from == null) {
                RawBytes.copy(array, at + position, null, payload, length);
            } else {
                from.pack(array, at, position, length, null, payload);
            }
        }
    }

    /** Takes in what was fetched. */
    void receive(long payload, long position, int length) {
        if (into == null) {
            RawBytes.copy(null, payload, result, resultAt + position, length);
        } else {
            into.unpack(null, payload, result, resultAt, position, length);
        }
    }

    /** Counts bytes that need nothing more here; true when those are all. */
    boolean settle(int length) {
        settled += length;
        return settled == bytes;
    }

    /** Lets go of the program's memory. */
    void clear() {
        array = null;
        from = null;
        result = null;
        into = null;
        to = null;
        handle = null;
        failure = null;
        next = null;
    }
}
