package org.hawser.mpi.datatype;

import org.hawser.platform.memory.RawBytes;

/**
 * Where the bytes of a datatype's items lie, and how they are packed into consecutive bytes and back. Memory is an
 * array and an offset in bytes from its first element or, when the array is null, an address; the place given is that
 * of the first item, whose elements lie from {@link #trueLb} to {@code trueLb + trueExtent} of it.
 *
 * <p>Packing works on any range of the packed bytes, so that large messages are packed piece by piece.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> nothing per call.
 */
public final class Layout {
    private final long size;
    private final long lb;
    private final long extent;
    private final long trueLb;
    private final long trueExtent;

    private Layout(long size, long lb, long extent, long trueLb, long trueExtent) {
        this.size = size;
        this.lb = lb;
        this.extent = extent;
        this.trueLb = trueLb;
        this.trueExtent = trueExtent;
    }

    /** Items with no gaps. */
    public static Layout contiguous(long bytes) {
        return new Layout(bytes, 0, bytes, 0, bytes);
    }

    /** True when any number of items is one run of bytes that begins at the first item's place. */
    public boolean isContiguous() {
        return true;
    }

    /** The bytes of an item when it is packed. */
    public long size() {
        return size;
    }

    /** The lower bound. */
    public long lb() {
        return lb;
    }

    /** From one item to the next. */
    public long extent() {
        return extent;
    }

    /** Where an item's first byte lies. */
    public long trueLb() {
        return trueLb;
    }

    /** From an item's first byte to the end of its last. */
    public long trueExtent() {
        return trueExtent;
    }

    /** Copies {@code bytes} of the packed form, from {@code position} of it on, out of items. */
    public void pack(Object array, long at, long position, long bytes, Object target, long targetAt) {
        RawBytes.copy(array, at + position, target, targetAt, bytes);
    }

    /** Copies {@code bytes} of the packed form, from {@code position} of it on, into items. */
    public void unpack(Object source, long sourceAt, Object array, long at, long position, long bytes) {
        RawBytes.copy(source, sourceAt, array, at + position, bytes);
    }
}
