package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;

/**
 * Memory of the user's in the hands of other threads: it may belong to one thread, and sockets are read and written by
 * any.
 *
 * <p><b>Threads:</b> any.
 */
final class UserMemory {
    private static final boolean REINTERPRETS = UserMemory.class.getModule().isNativeAccessEnabled();
    /** A thread that owns nothing. */
    private static final Thread NOBODY = new Thread("hawser-nobody");

    private UserMemory() {
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
