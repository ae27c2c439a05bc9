package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.memory.Refusal;
import org.hawser.pgas.team.World;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.SegmentBytes;
import org.hawser.runtime.Handle;

/**
 * Copies between this thread's memory and shared memory, and inside shared memory. Where the memory is mapped a copy is
 * done when the call returns, whatever the handle; {@link FarTransfers} does the rest.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing where threads share memory.
 */
final class Transfers {
    private final World world;
    private final FarTransfers far;
    /** From here on the owner may copy a part, if it waits for something. */
    private final long jointFrom;
    private final ThreadLocal<ShapeWalk> walks = ThreadLocal.withInitial(ShapeWalk::new);

    Transfers(World world) {
        this.world = world;
        far = new FarTransfers(world.rank());
        jointFrom = world.rank().jointCopiesFrom();
    }

    /** Done when this returns. */
    void put(GlobalPointer to, MemorySegment from, long fromOffset, long bytes) {
        long address = to.address(bytes);
        if (address == 0) {
            far.put(to, from, fromOffset, bytes);
        } else if (bytes < jointFrom || !isCopiedJointly(true, from, fromOffset, to, bytes)) {
            SegmentBytes.copy(from, fromOffset, address, bytes);
            Reference.reachabilityFence(to.area());
        }
    }

    /** Started; with no handle it is over at the next fence. */
    void put(GlobalPointer to, MemorySegment from, long fromOffset, long bytes, Handle handle) {
        long address = to.address(bytes);
        if (address == 0) {
            far.put(to, from, fromOffset, bytes, handle);
        } else if (bytes < jointFrom || !isCopiedJointly(true, from, fromOffset, to, bytes)) {
            SegmentBytes.copy(from, fromOffset, address, bytes);
            Reference.reachabilityFence(to.area());
        }
    }

    /** Done when this returns. */
    void get(MemorySegment into, long intoOffset, GlobalPointer from, long bytes) {
        long address = from.address(bytes);
        if (address == 0) {
            far.get(into, intoOffset, from, bytes);
        } else if (bytes < jointFrom || !isCopiedJointly(false, into, intoOffset, from, bytes)) {
            SegmentBytes.copy(address, into, intoOffset, bytes);
            Reference.reachabilityFence(from.area());
        }
    }

    /** Started; with no handle it is over at the next fence. */
    void get(MemorySegment into, long intoOffset, GlobalPointer from, long bytes, Handle handle) {
        long address = from.address(bytes);
        if (address == 0) {
            far.get(into, intoOffset, from, bytes, handle);
        } else if (bytes < jointFrom || !isCopiedJointly(false, into, intoOffset, from, bytes)) {
            SegmentBytes.copy(address, into, intoOffset, bytes);
            Reference.reachabilityFence(from.area());
        }
    }

    private boolean isCopiedJointly(boolean out, MemorySegment here, long at, GlobalPointer there, long bytes) {
        Area area = there.area();
        try {
            return area.at(there.thread()) instanceof MappedRegion mapped
                && world.rank().copyJointly(out, here, at, mapped, area.start() + there.offset(), bytes);
        } catch (FabricException e) {
            throw Refusal.of(e, area);
        }
    }

    /** Done when this returns. */
    void copy(GlobalPointer to, GlobalPointer from, long bytes) {
        if (!copyMapped(to, from, bytes)) {
            Handle handle = new Handle();
            far.copy(to, from, bytes, handle);
            await(handle);
        }
    }

    void copy(GlobalPointer to, GlobalPointer from, long bytes, Handle handle) {
        if (!copyMapped(to, from, bytes)) {
            far.copy(to, from, bytes, handle);
        }
    }

    private static boolean copyMapped(GlobalPointer to, GlobalPointer from, long bytes) {
        long target = to.address(bytes);
        long source = from.address(bytes);
        if (target == 0 || source == 0) {
            return false;
        }
        RawBytes.copy(source, target, bytes);
        Reference.reachabilityFence(to.area());
        Reference.reachabilityFence(from.area());
        return true;
    }

    /** Done when this returns. */
    void set(GlobalPointer to, int value, long bytes) {
        if (!setMapped(to, value, bytes)) {
            Handle handle = new Handle();
            far.set(to, value, bytes, handle);
            await(handle);
        }
    }

    void set(GlobalPointer to, int value, long bytes, Handle handle) {
        if (!setMapped(to, value, bytes)) {
            far.set(to, value, bytes, handle);
        }
    }

    private static boolean setMapped(GlobalPointer to, int value, long bytes) {
        long address = to.address(bytes);
        if (address == 0) {
            return false;
        }
        SegmentBytes.fill(address, bytes, (byte) value);
        Reference.reachabilityFence(to.area());
        return true;
    }

    /** Done when this returns. */
    void put(GlobalPointer to, Shape toShape, MemorySegment from, Shape fromShape) {
        Handle handle = begin(to, to);
        put(to, toShape, from, fromShape, handle);
        end(handle);
    }

    /** Done when this returns. */
    void get(MemorySegment into, Shape intoShape, GlobalPointer from, Shape fromShape) {
        Handle handle = begin(from, from);
        get(into, intoShape, from, fromShape, handle);
        end(handle);
    }

    /** Done when this returns. */
    void copy(GlobalPointer to, Shape toShape, GlobalPointer from, Shape fromShape) {
        Handle handle = begin(to, from);
        copy(to, toShape, from, fromShape, handle);
        end(handle);
    }

    /** A handle to wait for, after what this thread put there with none; null where all is mapped, and done at once. */
    private Handle begin(GlobalPointer one, GlobalPointer other) {
        boolean far = isFar(one);
        if (other != one) {
            far |= isFar(other);
        }
        return far ? new Handle() : null;
    }

    private boolean isFar(GlobalPointer pointer) {
        boolean far = pointer.address(0) == 0;
        if (far) {
            fence(pointer.area().team().rankOf(pointer.thread()));
        }
        return far;
    }

    private void end(Handle handle) {
        if (handle != null) {
            await(handle);
        }
    }

    void put(GlobalPointer to, Shape toShape, MemorySegment from, Shape fromShape, Handle handle) {
        checkSame(toShape, fromShape);
        checkBounds(from, fromShape);
        long target = origin(to, toShape);
        if (target == 0) {
            far.put(to, toShape, from, fromShape, handle);
            return;
        }
        ShapeWalk walk = walks.get();
        walk.start(fromShape, toShape);
        while (walk.next(Long.MAX_VALUE)) {
            SegmentBytes.copy(from, walk.from(), target + walk.to(), walk.length());
        }
        Reference.reachabilityFence(to.area());
    }

    void get(MemorySegment into, Shape intoShape, GlobalPointer from, Shape fromShape, Handle handle) {
        checkSame(intoShape, fromShape);
        checkBounds(into, intoShape);
        long source = origin(from, fromShape);
        if (source == 0) {
            far.get(into, intoShape, from, fromShape, handle);
            return;
        }
        ShapeWalk walk = walks.get();
        walk.start(fromShape, intoShape);
        while (walk.next(Long.MAX_VALUE)) {
            SegmentBytes.copy(source + walk.from(), into, walk.to(), walk.length());
        }
        Reference.reachabilityFence(from.area());
    }

    void copy(GlobalPointer to, Shape toShape, GlobalPointer from, Shape fromShape, Handle handle) {
        checkSame(toShape, fromShape);
        long target = origin(to, toShape);
        long source = origin(from, fromShape);
        if (target == 0 || source == 0) {
            far.copy(to, toShape, from, fromShape, handle);
            return;
        }
        ShapeWalk walk = walks.get();
        walk.start(fromShape, toShape);
        while (walk.next(Long.MAX_VALUE)) {
            RawBytes.copy(source + walk.from(), target + walk.to(), walk.length());
        }
        Reference.reachabilityFence(to.area());
        Reference.reachabilityFence(from.area());
    }

    private static void checkSame(Shape one, Shape other) {
        if (one.bytes() != other.bytes()) {
            throw new PgasException("shapes of different lengths: " + one.bytes() + " bytes in " + one + ", "
                + other.bytes() + " bytes in " + other);
        }
    }

    private static void checkBounds(MemorySegment memory, Shape shape) {
        if (shape.low() < 0 || shape.high() > memory.byteSize()) {
            throw new PgasException("a shape leaves its memory: bytes=" + memory.byteSize() + " shape=" + shape);
        }
    }

    /** Where offset 0 of a shape is in this process; 0 where it is not mapped. Refuses what leaves the memory. */
    private static long origin(GlobalPointer pointer, Shape shape) {
        long low = shape.low();
        Area area = pointer.area();
        long address = area.address(pointer.thread(), pointer.offset() + low, shape.high() - low);
        return address == 0 ? 0 : address - low;
    }

    /** Copies, then adds to a semaphore of the thread that the memory is near. */
    void putSignal(GlobalPointer to, MemorySegment from, long fromOffset, long bytes, Semaphore semaphore, int count) {
        int thread = semaphore.threadOf(to);
        long address = to.address(bytes);
        if (address != 0) {
            semaphore.checkOpen(thread, count);
            SegmentBytes.copy(from, fromOffset, address, bytes);
            Reference.reachabilityFence(to.area());
            semaphore.post(thread, count);
        } else {
            Handle handle = new Handle();
            far.putSignal(to, from, fromOffset, bytes, semaphore, thread, count, handle);
            await(handle);
        }
    }

    /** Started. */
    void putSignal(GlobalPointer to, MemorySegment from, long fromOffset, long bytes, Semaphore semaphore, int count,
                   Handle handle) {
        if (handle == null) {
            throw new PgasException("a put with signal needs a handle to be started with: " + to);
        }
        if (to.address(bytes) != 0) {
            putSignal(to, from, fromOffset, bytes, semaphore, count);
        } else {
            far.putSignal(to, from, fromOffset, bytes, semaphore, semaphore.threadOf(to), count, handle);
        }
    }

    /** Waits until all that was started with a handle is over. */
    void await(Handle handle) {
        try {
            world.rank().await(handle);
        } catch (FabricException e) {
            throw Refusal.of(e, "shared memory");
        }
    }

    /** Waits for what was started at one rank with none. */
    void fence(int peer) {
        try {
            world.rank().fence(peer);
        } catch (FabricException e) {
            throw Refusal.of(e, "shared memory of rank " + peer);
        }
    }

    /** Waits for what was started with none. */
    void fence() {
        try {
            world.rank().fence();
        } catch (FabricException e) {
            throw Refusal.of(e, "shared memory");
        }
    }
}
