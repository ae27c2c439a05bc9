package org.hawser.runtime;

import java.lang.foreign.MemorySegment;

/**
 * Takes all messages of one programming model of this rank, such as MPI: one receiver with kinds of its own, so that
 * the way from the poll into the model is one call of one type.
 *
 * <p>It runs as a {@link MessageHandler} does: it is short, never waits, and may send.
 *
 * <p><b>Threads:</b> the polling thread, one message at a time.
 */
public interface ModelReceiver {
    /**
     * Takes one message.
     *
     * @param kind   what the sender said it is, from 0 to 255
     * @param source the rank that sent it
     * @param memory where it is until this returns; native
     * @param offset where it starts, a multiple of 8
     * @param length its bytes
     */
    void onMessage(int kind, int source, MemorySegment memory, long offset, int length);

    /**
     * Takes a message of 8 bytes that {@link Link#offer(int, long)} sent.
     *
     * @param bits   24 bits that the sender gave beside the body
     * @param source the rank that sent it
     * @param body   the message
     */
    void onWord(int bits, int source, long body);
}
