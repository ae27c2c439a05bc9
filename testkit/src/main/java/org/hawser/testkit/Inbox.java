package org.hawser.testkit;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.hawser.fabric.Receiver;
import org.hawser.platform.memory.Words;

/**
 * Takes messages that begin with their number and checks that each sender's come in order and whole.
 *
 * <p><b>Threads:</b> the polling one; {@link #count()} by any.
 */
final class Inbox implements Receiver {
    private final Map<Integer, Long> next = new HashMap<>();
    private volatile int count;

    /** A body of {@code length} bytes, 8 or more, for message {@code number}. */
    static MemorySegment body(long number, int length) {
        MemorySegment body = MemorySegment.ofArray(Bodies.of(number, length));
        body.set(Words.LONG_UNALIGNED, 0, number);
        return body;
    }

    @Override
    public void onMessage(int source, int word, MemorySegment memory, long offset, int length) {
        long number = memory.get(Words.LONG_UNALIGNED, offset);
        long wanted = next.getOrDefault(source, 0L);
        if (number != wanted) {
            throw new AssertionError("out of order: source=" + source + " wanted=" + wanted + " found=" + number);
        }
        if (length == 2 * Long.BYTES && memory.get(Words.LONG_UNALIGNED, offset + Long.BYTES) == ~number) {
            next.put(source, wanted + 1);
        } else {
            MemorySegment whole = body(number, length);
            if (whole.mismatch(memory.asSlice(offset, length)) >= 0) {
                throw new AssertionError("not what was sent: source=" + source + " number=" + number);
            }
            next.put(source, wanted + 1);
        }
        // One writer at a time, as the fabric promises.
        count = count + 1;
    }

    /** How many have come. */
    int count() {
        return count;
    }
}
