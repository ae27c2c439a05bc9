package org.hawser.mpi.io;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.hawser.mpi.datatype.Layout;

/**
 * The memory of one access: {@code count} items of a layout, at an offset of an array or, when that is null, at an
 * address. Byte {@code position} of their packed form is byte {@code position} of the access.
 *
 * <p><b>Threads:</b> any, one at a time.
 */
public final class Items {
    /** How much of the program's own memory is given to the file at once. */
    private static final int LARGEST_PART = 1 << 30;

    private final Object array;
    private final long at;
    private final Layout layout;
    private final long bytes;
    /** The same memory when the file can be given it as it is; else null. */
    private final MemorySegment direct;
    private final Object keep;

    /**
     * The memory of an access, which the caller has checked.
     *
     * @param direct the items' memory, from the first byte on, when it lies outside the heap without gaps; or null
     * @param keep what must stay reachable while the access goes on
     */
    public Items(Object array, long at, Layout layout, long count, MemorySegment direct, Object keep) {
        this.array = array;
        this.at = at;
        this.layout = layout;
        this.bytes = count * layout.size();
        this.direct = layout.isContiguous() ? direct : null;
        this.keep = keep;
    }

    /** The bytes of a slab from its beginning on. */
    static Items in(Slab slab, long bytes) {
        return new Items(null, slab.address(), Layout.contiguous(1), bytes, slab.memory(), slab);
    }

    /** The bytes of all items when they are packed. */
    public long bytes() {
        return bytes;
    }

    /** What an item looks like. */
    Layout layout() {
        return layout;
    }

    /** What must stay reachable. */
    Object keep() {
        return keep;
    }

    void pack(long position, long length, Slab target) {
        layout.pack(array, at, position, length, null, target.address());
    }

    void pack(long position, long length, Slab target, long targetAt) {
        layout.pack(array, at, position, length, null, target.address() + targetAt);
    }

    void unpack(Slab source, long sourceAt, long position, long length) {
        layout.unpack(null, source.address() + sourceAt, array, at, position, length);
    }

    /** True when the calling thread can give the memory itself to the file. */
    boolean isDirect() {
        return direct != null && direct.isAccessibleBy(Thread.currentThread());
    }

    /** The memory itself from {@code position} on, or the next large part of it. */
    ByteBuffer part(long position) {
        return direct.asSlice(position, Math.min(LARGEST_PART, bytes - position)).asByteBuffer();
    }
}
