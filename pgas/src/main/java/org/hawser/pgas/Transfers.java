package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import org.hawser.pgas.team.World;
import org.hawser.runtime.Handle;

/**
 * Copies between this thread's memory and shared memory, and inside shared memory.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing where threads share memory.
 */
final class Transfers {
    private final World world;

    Transfers(World world) {
        this.world = world;
    }

    /** Done when this returns. */
    void put(GlobalPointer to, MemorySegment from, long fromOffset, long bytes) {
        world.rank().put(to.area().at(to.thread()), to.offset(), from, fromOffset, bytes);
    }

    /** Started; with no handle it is over at the next fence. */
    void put(GlobalPointer to, MemorySegment from, long fromOffset, long bytes, Handle handle) {
        world.rank().put(to.area().at(to.thread()), to.offset(), from, fromOffset, bytes, handle);
    }

    /** Done when this returns. */
    void get(MemorySegment into, long intoOffset, GlobalPointer from, long bytes) {
        world.rank().get(from.area().at(from.thread()), from.offset(), into, intoOffset, bytes);
    }

    /** Started; with no handle it is over at the next fence. */
    void get(MemorySegment into, long intoOffset, GlobalPointer from, long bytes, Handle handle) {
        world.rank().get(from.area().at(from.thread()), from.offset(), into, intoOffset, bytes, handle);
    }

    void copy(GlobalPointer to, GlobalPointer from, long bytes, Handle handle) {
        throw new UnsupportedOperationException("to come");
    }

    void set(GlobalPointer to, int value, long bytes, Handle handle) {
        throw new UnsupportedOperationException("to come");
    }

    void put(GlobalPointer to, Shape toShape, MemorySegment from, Shape fromShape, Handle handle) {
        throw new UnsupportedOperationException("to come");
    }

    void get(MemorySegment into, Shape intoShape, GlobalPointer from, Shape fromShape, Handle handle) {
        throw new UnsupportedOperationException("to come");
    }

    void copy(GlobalPointer to, Shape toShape, GlobalPointer from, Shape fromShape, Handle handle) {
        throw new UnsupportedOperationException("to come");
    }

    void putSignal(GlobalPointer to, MemorySegment from, long fromOffset, long bytes, Semaphore semaphore, int count) {
        throw new UnsupportedOperationException("to come");
    }
}
