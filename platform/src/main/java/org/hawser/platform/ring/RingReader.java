package org.hawser.platform.ring;

import java.lang.foreign.MemorySegment;

/**
 * Takes the records of a ring one by one, in order.
 *
 * <p>The memory belongs to the ring: it is valid until the call returns.
 *
 * <p><b>Threads:</b> called by the thread that polls.
 */
@FunctionalInterface
public interface RingReader {
    /**
     * Takes one record.
     *
     * @param word   what the writer gave beside the body, {@code >= 0}
     * @param memory the ring's data
     * @param offset where the body starts in it
     * @param length bytes of the body
     */
    void onRecord(int word, MemorySegment memory, long offset, int length);

    /**
     * Takes a record with a body of 8 bytes, the shortest there is; a ring that has loaded it already calls this.
     *
     * @param word   as above
     * @param body   the body
     * @param memory where it is, too
     * @param offset as above
     */
    default void onWord(int word, long body, MemorySegment memory, long offset) {
        onRecord(word, memory, offset, Long.BYTES);
    }
}
