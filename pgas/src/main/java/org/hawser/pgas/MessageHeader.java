package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The head of a message of a {@link MessageLayer}.
 *
 * <pre>
 *   0: team   8: handler   9: form   10: number of arguments   16: arguments, 8 bytes each   then: the payload
 *
 *   The payload of a long message, which has been put:   0: pointer   40: its team   48: bytes
 * </pre>
 */
final class MessageHeader {
    static final int MAX_ARGUMENTS = 16;

    /** A message that may be answered. */
    static final int REQUEST = 0;
    /** An answer. */
    static final int REPLY = 1;
    /** A message that may be answered, whose payload has been put. */
    static final int LONG = 2;

    static final int PLACE_WORDS = Pgas.POINTER_BYTES / Long.BYTES + 2;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final int HANDLER = 8;
    private static final int FORM = 9;
    private static final int COUNT = 10;
    private static final int ARGUMENTS = 16;
    private static final int PLACE_TEAM = Pgas.POINTER_BYTES;
    private static final int PLACE_BYTES = PLACE_TEAM + Long.BYTES;

    private MessageHeader() {
    }

    /** Its length. */
    static int bytes(int arguments) {
        return ARGUMENTS + arguments * Long.BYTES;
    }

    static void write(MemorySegment message, long team, int handler, int form, long[] arguments) {
        message.set(WORD, 0, team);
        message.set(BYTE, HANDLER, (byte) handler);
        message.set(BYTE, FORM, (byte) form);
        message.set(BYTE, COUNT, (byte) arguments.length);
        for (int i = 0; i < arguments.length; i++) {
            message.set(WORD, bytes(i), arguments[i]);
        }
    }

    /** True when there is a whole header, of a form that there is. */
    static boolean isWhole(MemorySegment memory, long at, int length) {
        return length >= ARGUMENTS && memory.get(BYTE, at + COUNT) >= 0
            && memory.get(BYTE, at + COUNT) <= MAX_ARGUMENTS && length >= bytes(memory.get(BYTE, at + COUNT))
            && form(memory, at) >= REQUEST && form(memory, at) <= LONG;
    }

    static long team(MemorySegment memory, long at) {
        return memory.get(WORD, at);
    }

    static int handler(MemorySegment memory, long at) {
        return memory.get(BYTE, at + HANDLER) & 0xff;
    }

    static int form(MemorySegment memory, long at) {
        return memory.get(BYTE, at + FORM);
    }

    static long[] arguments(MemorySegment memory, long at) {
        long[] arguments = new long[memory.get(BYTE, at + COUNT)];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = memory.get(WORD, at + bytes(i));
        }
        return arguments;
    }

    static void placeTeam(MemorySegment place, long at, long team) {
        place.set(WORD, at + PLACE_TEAM, team);
    }

    static long placeTeam(MemorySegment place, long at) {
        return place.get(WORD, at + PLACE_TEAM);
    }

    static void placeBytes(MemorySegment place, long at, long bytes) {
        place.set(WORD, at + PLACE_BYTES, bytes);
    }

    static long placeBytes(MemorySegment place, long at) {
        return place.get(WORD, at + PLACE_BYTES);
    }
}
