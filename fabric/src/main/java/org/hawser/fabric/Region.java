package org.hawser.fabric;

import java.lang.foreign.MemorySegment;

/**
 * Registered memory of this rank that holders of its key may reach.
 *
 * <p><b>Threads:</b> any.
 */
public interface Region extends AutoCloseable {
    /** The memory, for load and store. */
    MemorySegment memory();

    /** What a peer needs to reach it. */
    RegionKey key();

    /** Takes the region back: later remote access is refused, and the memory is not to be used any more. */
    @Override
    void close();

    /**
     * Takes the region back from peers alone: later remote access is refused, no file of it is left, and this process
     * may go on using the memory until it ends. For the end of a process whose threads nobody has stopped.
     */
    void withdraw();
}
