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

    /**
     * Takes a message of 8 bytes; a provider that has loaded them already may call this instead.
     *
     * @param source as above
     * @param word   as above
     * @param body   the 8 bytes
     * @param memory where they are, too
     * @param offset as above
     */
    default void onWord(int source, int word, long body, MemorySegment memory, long offset) {
        onMessage(source, word, memory, offset, Long.BYTES);
    }
}
