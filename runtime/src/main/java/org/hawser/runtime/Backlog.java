package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;

/**
 * Messages to one peer that found no room, in order.
 *
 * <pre>
 *  buffer:  … sent … | word (int) | length (int) | body, up to a multiple of 8 | word | …        | free …
 *                    ^ first                                                                     ^ end
 * </pre>
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> when it grows; one buffer serves all messages after that.
 */
final class Backlog {
    private static final int FIRST_CAPACITY = 1 << 10;
    /** A buffer that a burst has made larger than this is given back after it. */
    private static final int KEPT_CAPACITY = 256 << 10;
    private static final int HEADER_BYTES = 2 * Integer.BYTES;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** Of longs, so that it is aligned. */
    private MemorySegment buffer = MemorySegment.ofArray(new long[FIRST_CAPACITY / Long.BYTES]);
    private long first;
    private long end;

    boolean isEmpty() {
        return first == end;
    }

    void add(int word, long body) {
        long at = begin(word, Long.BYTES);
        buffer.set(LONG, at, body);
    }

    void add(int word, long first8, long second8) {
        long at = begin(word, 2 * Long.BYTES);
        buffer.set(LONG, at, first8);
        buffer.set(LONG, at + Long.BYTES, second8);
    }

    void add(int word, MemorySegment source, long offset, int length) {
        Objects.checkFromIndexSize(offset, length, source.byteSize());
        long at = begin(word, length);
        MemorySegment.copy(source, offset, buffer, at, length);
    }

    /** Sends what the endpoint has room for; returns how many messages went. */
    int sendTo(Endpoint endpoint) {
        int sent = 0;
        while (first < end) {
            int length = buffer.get(INT, first + Integer.BYTES);
            if (endpoint.sendBuffered(buffer.get(INT, first), buffer, first + HEADER_BYTES, length) == Post.BUSY) {
                return sent;
            }
            first += recordBytes(length);
            sent++;
        }
        first = 0;
        end = 0;
        if (buffer.byteSize() > KEPT_CAPACITY) {
            buffer = MemorySegment.ofArray(new long[FIRST_CAPACITY / Long.BYTES]);
        }
        return sent;
    }

    /** Makes room for a message at the end and returns where its body goes. */
    private long begin(int word, int length) {
        long bytes = recordBytes(length);
        if (end + bytes > buffer.byteSize()) {
            makeRoom(bytes);
        }
        long at = end;
        buffer.set(INT, at, word);
        buffer.set(INT, at + Integer.BYTES, length);
        end += bytes;
        return at + HEADER_BYTES;
    }

    /** Moves what waits to the front when at least half of the buffer has been sent, else to a larger buffer. */
    private void makeRoom(long bytes) {
        long waiting = end - first;
        long needed = waiting + bytes;
        MemorySegment target = buffer;
        if (needed > buffer.byteSize() / 2) {
            long capacity = Math.max(2 * buffer.byteSize(), Long.highestOneBit(needed) * 2);
            target = MemorySegment.ofArray(new long[Math.toIntExact(capacity / Long.BYTES)]);
        }
        MemorySegment.copy(buffer, first, target, 0, waiting);
        buffer = target;
        first = 0;
        end = waiting;
    }

    private static long recordBytes(int length) {
        return HEADER_BYTES + ((long) length + Long.BYTES - 1 & -Long.BYTES);
    }
}
