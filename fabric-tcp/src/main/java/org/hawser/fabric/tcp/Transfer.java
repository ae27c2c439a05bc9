package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.RawWords;

/**
 * Something long that goes to a peer frame by frame, in turn with others.
 *
 * <p><b>Threads:</b> under the sender's lock.
 */
abstract class Transfer {
    /** Bytes of data in one frame at most. */
    static final int PIECE = 256 << 10;
    /** The same where data must be copied into the ring. */
    static final int COPIED_PIECE = 32 << 10;

    /** Appends the next frame; false when there is no room for it, and nothing has changed. */
    abstract boolean emit(SendStream out);

    /**
     * Appends the head of an answer, with {@code data} bytes to follow; false when there is no room for it.
     *
     * @param value as the kind of answer has it
     */
    static boolean appendAnswer(SendStream out, int kind, long request, long value, int data) {
        int place = out.reserve(Frame.HEADER + Frame.ANSWER);
        if (place < 0) {
            return false;
        }
        long at = out.address() + place;
        RawWords.setLong(at, Frame.header(kind, 0, Frame.ANSWER + data));
        RawWords.setLong(at + Frame.HEADER, request);
        RawWords.setLong(at + Frame.HEADER + Long.BYTES, value);
        out.append(place, Frame.HEADER + Frame.ANSWER);
        return true;
    }

    /** True when the last frame has been appended. */
    abstract boolean isOver();

    /** Its memory was freed before it was over: whoever waits is told. Does not fail the next time. */
    void spoil(RuntimeException why) {
    }

    /** The owner takes this memory back; no more of it is to be used. */
    void forget(TcpRegion region) {
    }

    /** The same of memory that is sent: true when a message was to come behind it, and will not. */
    boolean recall(MemorySegment memory) {
        return false;
    }
}
