package org.hawser.fabric;

import java.lang.foreign.MemorySegment;

/**
 * Takes the messages of a domain: those of one sender in the order they were sent.
 *
 * <p>The memory is the provider's and valid until the call returns. What the bytes say came from a peer and is not
 * to be trusted; who sent them is.
 *
 * <p><b>Threads:</b> called by the thread that polls.
 */
public interface Receiver {
    /**
     * Takes one message.
     *
     * @param source the rank that sent it
     * @param word   the sender's word, {@code 0 <= word < }{@link Endpoint#WORDS}
     * @param memory where the body is
     * @param offset where it starts
     * @param length its bytes
     */
    void onMessage(int source, int word, MemorySegment memory, long offset, int length);
}
