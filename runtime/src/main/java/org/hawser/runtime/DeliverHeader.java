package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The first message of a delivery, and the messages that carry further pieces.
 *
 * <pre>
 * first:  0: delivery (long, the sender's number)   8: payload bytes (long)   16: header bytes (int)   20: flags (int)
 *        24: header, padded to 8, then the first piece of the payload; or, when READ is set, the key of the
 *            region that holds the payload and the payload's offset in it
 * piece:  0: delivery (long)   8: position (long)   16: bytes of the payload
 * </pre>
 */
final class DeliverHeader {
    static final int FIRST_BYTES = 24;
    static final int PIECE_BYTES = 16;

    /** The sender wants to be told when the payload has been taken. */
    static final int ACKNOWLEDGE = 1;
    /** The payload is in a region of the sender's: the receiver fetches it. */
    static final int READ = 2;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private DeliverHeader() {
    }

    static void writeFirst(MemorySegment memory, long at, long delivery, long payload, int header, int flags) {
        memory.set(LONG, at, delivery);
        memory.set(LONG, at + 8, payload);
        memory.set(INT, at + 16, header);
        memory.set(INT, at + 20, flags);
    }

    static void writePiece(MemorySegment memory, long at, long delivery, long position) {
        memory.set(LONG, at, delivery);
        memory.set(LONG, at + 8, position);
    }

    static long delivery(MemorySegment memory, long at) {
        return memory.get(LONG, at);
    }

    static long payloadBytes(MemorySegment memory, long at) {
        return memory.get(LONG, at + 8);
    }

    static long position(MemorySegment memory, long at) {
        return memory.get(LONG, at + 8);
    }

    static int headerBytes(MemorySegment memory, long at) {
        return memory.get(INT, at + 16);
    }

    static int flags(MemorySegment memory, long at) {
        return memory.get(INT, at + 20);
    }

    /** Bytes in front of what follows the user's header. */
    static int prefix(int headerBytes) {
        return FIRST_BYTES + (headerBytes + 7 & -8);
    }
}
