package org.hawser.fabric.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.hawser.fabric.tcp.gate.Wire;

/**
 * Data of a frame on its way to where it belongs: a region of this rank, or the target of a read. Long stretches are
 * read from the socket straight to their place. It outlives connections: the next one goes on where the last one broke.
 *
 * <p><b>Threads:</b> under the receiving lock. <b>Allocates:</b> for data that is read straight to its place.
 */
final class Body {
    /** Less than this goes through the buffer, together with what follows. */
    static final int DIRECT = 8 << 10;

    /** Where it goes; null when it is to be dropped. */
    private MemorySegment target;
    private long place;
    private int left;
    private int padding;
    private ByteBuffer direct;
    /** Why the target could not be written, if so. */
    private RuntimeException failure;

    /** Expects {@code bytes} and their padding. */
    void begin(MemorySegment memory, long at, int bytes) {
        target = memory;
        place = at;
        left = bytes;
        padding = -bytes & Long.BYTES - 1;
        direct = null;
        failure = null;
    }

    /** True when nothing is awaited. */
    boolean isWhole() {
        return left + padding == 0;
    }

    /** Bytes that are awaited, with padding. */
    int awaited() {
        return left + padding;
    }

    /** True when all went, or will go, to its place. */
    boolean isKept() {
        return target != null;
    }

    /** Why the target could not be written; null when it could. */
    RuntimeException failure() {
        return failure;
    }

    /** What comes from here on is dropped. */
    void drop(RuntimeException why) {
        target = null;
        direct = null;
        failure = why;
    }

    /** True when the rest is to be read from the socket straight to its place. */
    boolean isDirect() {
        return left >= DIRECT && target != null && target.isNative();
    }

    /** Takes what it can of {@code bytes} bytes in a buffer; returns how many. */
    int take(MemorySegment buffer, int from, int bytes) {
        int data = Math.min(left, bytes);
        if (data > 0) {
            try {
                if (target != null) {
                    MemorySegment.copy(buffer, from, target, place, data);
                }
            } catch (IllegalStateException | WrongThreadException e) {
                // The user has freed the memory under the operation, or keeps it from other threads.
                drop(e);
            }
            place += data;
            left -= data;
            direct = null;
        }
        int filling = Math.min(padding, bytes - data);
        padding -= left == 0 ? filling : 0;
        return data + (left == 0 ? filling : 0);
    }

    /** Reads straight to the place; returns bytes read, negative at the end of the connection. */
    int read(Wire wire) throws IOException {
        try {
            if (direct == null) {
                direct = target.asSlice(place, left).asByteBuffer();
            }
            int bytes = wire.read(direct);
            if (bytes > 0) {
                place += bytes;
                left -= bytes;
            }
            return bytes;
        } catch (IllegalStateException | WrongThreadException e) {
            drop(e);
            return 0;
        }
    }
}
