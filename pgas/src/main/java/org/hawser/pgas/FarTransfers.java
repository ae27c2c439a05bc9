package org.hawser.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Post;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.memory.Refusal;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Link;
import org.hawser.runtime.Rank;

/**
 * Copies to and from shared memory that is not mapped: each is an operation of the fabric, or several.
 *
 * <p>What blocks comes after all that this thread started with no handle at the same peer, so that a thread sees its
 * own puts. Chunks go as operations of their own that overlap; a get of many short ones reads what lies between them
 * too.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per operation.
 */
final class FarTransfers {
    private static final int PORTION = 256 << 10;
    /** A get of shapes reads gaps when at least one byte of this many is wanted, and chunks are shorter than that. */
    private static final int MOST_WASTE = 8;
    private static final int SHORT_CHUNK = 1 << 10;

    private final Rank rank;

    FarTransfers(Rank rank) {
        this.rank = rank;
    }

    void put(GlobalPointer to, MemorySegment from, long fromOffset, long bytes) {
        Objects.checkFromIndexSize(fromOffset, bytes, from.byteSize());
        RemoteRegion region = region(to);
        try {
            rank.fence(region.owner());
            rank.put(region, place(to), from, fromOffset, bytes);
        } catch (FabricException e) {
            throw Refusal.of(e, to.area());
        }
    }

    void put(GlobalPointer to, MemorySegment from, long fromOffset, long bytes, Handle handle) {
        Objects.checkFromIndexSize(fromOffset, bytes, from.byteSize());
        RemoteRegion region = region(to);
        try {
            rank.put(region, place(to), from, fromOffset, bytes, handle);
        } catch (FabricException e) {
            throw Refusal.of(e, to.area());
        }
    }

    void get(MemorySegment into, long intoOffset, GlobalPointer from, long bytes) {
        checkTarget(into, intoOffset, bytes);
        RemoteRegion region = region(from);
        try {
            rank.fence(region.owner());
            rank.get(region, place(from), into, intoOffset, bytes);
        } catch (FabricException e) {
            throw Refusal.of(e, from.area());
        }
    }

    void get(MemorySegment into, long intoOffset, GlobalPointer from, long bytes, Handle handle) {
        checkTarget(into, intoOffset, bytes);
        RemoteRegion region = region(from);
        try {
            rank.get(region, place(from), into, intoOffset, bytes, handle);
        } catch (FabricException e) {
            throw Refusal.of(e, from.area());
        }
    }

    /** Between two places of which one may be mapped; through a buffer here when none is. */
    void copy(GlobalPointer to, GlobalPointer from, long bytes, Handle handle) {
        MemorySegment target = to.area().segment(to.thread());
        MemorySegment source = from.area().segment(from.thread());
        if (source != null) {
            put(to, source, from.offset(), bytes, handle);
        } else if (target != null) {
            get(target, to.offset(), from, bytes, handle);
        } else {
            copy(to, Shape.run(bytes), from, Shape.run(bytes), handle);
        }
    }

    void set(GlobalPointer to, int value, long bytes, Handle handle) {
        MemorySegment pattern = Arena.ofAuto().allocate(Math.min(bytes, PORTION)).fill((byte) value);
        for (long done = 0; done < bytes; done += PORTION) {
            put(to.as(1, 0).plus(done), pattern, 0, Math.min(PORTION, bytes - done), handle);
        }
    }

    void put(GlobalPointer to, Shape toShape, MemorySegment from, Shape fromShape, Handle handle) {
        ShapeWalk walk = new ShapeWalk();
        walk.start(fromShape, toShape);
        put(to, from, walk, 0, Long.MAX_VALUE, handle);
    }

    /** Starts the puts of the next {@code most} bytes of a walk; {@code skip} is where its first shape begins. */
    private void put(GlobalPointer to, MemorySegment from, ShapeWalk walk, long skip, long most, Handle handle) {
        RemoteRegion region = region(to);
        try {
            for (long left = most; left > 0 && walk.next(left); left -= walk.length()) {
                rank.put(region, place(to) + walk.to(), from, walk.from() - skip, walk.length(), handle);
            }
        } catch (FabricException e) {
            throw Refusal.of(e, to.area());
        }
    }

    void get(MemorySegment into, Shape intoShape, GlobalPointer from, Shape fromShape, Handle handle) {
        checkTarget(into, 0, into.byteSize());
        get(into, 0, intoShape, from, fromShape, handle);
    }

    /** {@code skip} is where the target begins in its shape. */
    private void get(MemorySegment into, long skip, Shape intoShape, GlobalPointer from, Shape fromShape,
                     Handle handle) {
        ShapeWalk walk = new ShapeWalk();
        walk.start(fromShape, intoShape);
        long span = fromShape.high() - fromShape.low();
        if (fromShape.chunk() < SHORT_CHUNK && fromShape.count() > 2 && span <= PORTION
                && span / MOST_WASTE <= fromShape.bytes()) {
            getSpan(into, skip, from, fromShape.low(), (int) span, walk);
        } else {
            get(into, from, walk, skip, Long.MAX_VALUE, handle);
        }
    }

    private void get(MemorySegment into, GlobalPointer from, ShapeWalk walk, long skip, long most, Handle handle) {
        RemoteRegion region = region(from);
        try {
            for (long left = most; left > 0 && walk.next(left); left -= walk.length()) {
                rank.get(region, place(from) + walk.from(), into, walk.to() - skip, walk.length(), handle);
            }
        } catch (FabricException e) {
            throw Refusal.of(e, from.area());
        }
    }

    /** Reads chunks with what lies between them, and picks them out. */
    private void getSpan(MemorySegment into, long skip, GlobalPointer from, long low, int span, ShapeWalk walk) {
        byte[] read = new byte[span];
        get(MemorySegment.ofArray(read), 0, from.as(1, 0).plus(low), span);
        while (walk.next(Long.MAX_VALUE)) {
            MemorySegment.copy(read, (int) (walk.from() - low), into, ValueLayout.JAVA_BYTE,
                walk.to() - skip, (int) walk.length());
        }
    }

    void copy(GlobalPointer to, Shape toShape, GlobalPointer from, Shape fromShape, Handle handle) {
        MemorySegment target = to.area().segment(to.thread());
        MemorySegment source = from.area().segment(from.thread());
        if (source != null) {
            ShapeWalk walk = new ShapeWalk();
            walk.start(fromShape, toShape);
            put(to, source, walk, -from.offset(), Long.MAX_VALUE, handle);
        } else if (target != null) {
            get(target, -to.offset(), toShape, from, fromShape, handle);
        } else {
            relay(to, toShape, from, fromShape);
        }
    }

    /** From one that is not mapped to another: a portion at a time is fetched, then put. */
    private void relay(GlobalPointer to, Shape toShape, GlobalPointer from, Shape fromShape) {
        long bytes = fromShape.bytes();
        Shape packed = Shape.run(bytes);
        MemorySegment portion = Arena.ofAuto().allocate(Math.min(Math.max(1, bytes), PORTION), Long.BYTES);
        ShapeWalk fetch = new ShapeWalk();
        ShapeWalk store = new ShapeWalk();
        fetch.start(fromShape, packed);
        store.start(packed, toShape);
        try {
            rank.fence(region(from).owner());
            for (long done = 0; done < bytes; done += PORTION) {
                Handle handle = new Handle();
                get(portion, from, fetch, done, PORTION, handle);
                rank.await(handle);
                put(to, portion, store, done, PORTION, handle);
                rank.await(handle);
            }
        } catch (FabricException e) {
            throw Refusal.of(e, "shared memory");
        }
    }

    /** Starts to write, and has a message behind it add to the semaphore. */
    void putSignal(GlobalPointer to, MemorySegment from, long fromOffset, long bytes, Semaphore semaphore, int thread,
                   int count, Handle handle) {
        Signal signal = new Signal(semaphore.link(thread), region(to), place(to), from.asSlice(fromOffset, bytes),
            semaphore.signalFor(thread, count), handle);
        try {
            // The signal also tells of what this thread put there before with no handle, and the fabric keeps no order.
            rank.fence(to.area().team().rankOf(to.thread()));
            rank.await(signal);
        } catch (FabricException e) {
            throw Refusal.of(e, to.area());
        }
    }

    private static void checkTarget(MemorySegment into, long offset, long bytes) {
        Objects.checkFromIndexSize(offset, bytes, into.byteSize());
        if (into.isReadOnly()) {
            throw new PgasException("the target of a get is read-only: bytes=" + bytes);
        }
    }

    private RemoteRegion region(GlobalPointer pointer) {
        Area area = pointer.area();
        if (area.block() != null) {
            area.block().checkFar(rank);
        }
        return area.at(pointer.thread());
    }

    private static long place(GlobalPointer pointer) {
        return pointer.area().start() + pointer.offset();
    }

    /** A write with a message behind it, tried until there is room. */
    private static final class Signal implements Awaitable {
        private final Link link;
        private final RemoteRegion region;
        private final long offset;
        private final MemorySegment from;
        private final long signal;
        private final Handle handle;
        private boolean posted;

        Signal(Link link, RemoteRegion region, long offset, MemorySegment from, long signal, Handle handle) {
            this.link = link;
            this.region = region;
            this.offset = offset;
            this.from = from;
            this.signal = signal;
            this.handle = handle;
        }

        @Override
        public boolean isDone() {
            if (!posted) {
                handle.begin();
                int post = Post.BUSY;
                try {
                    post = link.write(region, offset, from, Semaphores.POST, signal, handle);
                } finally {
                    if (post != Post.STARTED) {
                        handle.end();
                    }
                }
                posted = post != Post.BUSY;
            }
            return posted;
        }
    }
}
