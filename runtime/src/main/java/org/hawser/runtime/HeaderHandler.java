package org.hawser.runtime;

import java.lang.foreign.MemorySegment;

/**
 * Sees the header of a message before its payload moves and says where the payload goes.
 *
 * <p>Runs as a {@link MessageHandler} does, in the order of the sends; it must not wait.
 *
 * <p><b>Threads:</b> the polling thread, one handler at a time.
 */
@FunctionalInterface
public interface HeaderHandler {
    /**
     * Takes one header.
     *
     * @param source   the rank that sent it
     * @param memory   where the header is, until this returns
     * @param offset   where it starts
     * @param length   its bytes
     * @param delivery the payload's length, and where the handler says where it goes and what to do then
     */
    void onHeader(int source, MemorySegment memory, long offset, int length, Delivery delivery);
}
