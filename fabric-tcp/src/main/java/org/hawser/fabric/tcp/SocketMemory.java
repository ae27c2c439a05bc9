package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory that sockets are read and written from, by any thread. The user's may belong to one thread.
 *
 * <p><b>Threads:</b> any.
 */
final class SocketMemory {
    private static final boolean REINTERPRETS = SocketMemory.class.getModule().isNativeAccessEnabled();
    private static final int ALIGNMENT = 64;
    /** A thread that owns nothing. */
    private static final Thread NOBODY = new Thread("hawser-nobody");

    private SocketMemory() {
    }

    /**
     * Native memory of our own, at a multiple of 64, in the machine's order. A direct buffer, not that of an arena: of
     * those a socket asks the arena with each call, and of several at once it makes a list.
     */
    static ByteBuffer buffer(int bytes) {
        // Whole units are left of what is aligned at both ends.
        int whole = bytes + ALIGNMENT - 1 & -ALIGNMENT;
        return ByteBuffer.allocateDirect(whole + ALIGNMENT).alignedSlice(ALIGNMENT).slice(0, bytes)
            .order(ByteOrder.nativeOrder());
    }

    /**
     * The same native memory for any thread; null when there is no way. Whoever keeps it keeps {@code memory} too,
     * which is what keeps it alive.
     */
    @SuppressWarnings("restricted")
    static MemorySegment shared(MemorySegment memory) {
        if (!memory.isNative()) {
            return null;
        }
        if (memory.isAccessibleBy(NOBODY)) {
            return memory;
        }
        return REINTERPRETS ? MemorySegment.ofAddress(memory.address()).reinterpret(memory.byteSize()) : null;
    }
}
