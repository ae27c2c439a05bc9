package org.hawser.runtime;

import java.lang.foreign.MemorySegment;

/**
 * Takes an active message: runs inside a poll of the receiving rank, in the order in which its sender sent.
 *
 * <p>A handler is short and never waits. It may send: what finds no room is kept and goes out later. The memory is
 * valid until it returns.
 *
 * <p><b>Threads:</b> the polling thread, one handler at a time.
 */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Takes one message.
     *
     * @param source the rank that sent it
     * @param memory where the message is; read it with unaligned layouts
     * @param offset where it starts
     * @param length its bytes
     */
    void onMessage(int source, MemorySegment memory, long offset, int length);
}
