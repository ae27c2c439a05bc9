package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.platform.memory.RawBytes;

/**
 * The head of a message of a {@link MessageLayer}.
 *
 * <pre>
 *   0: team   8: handler + 256 · form + 65536 · number of arguments   16: arguments, 8 bytes each   then: the payload
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
    private static final int WHAT = 8;
    private static final int FORM_SHIFT = 8;
    private static final int COUNT_SHIFT = 16;
    private static final int BYTE_MASK = 0xff;
    private static final int ARGUMENTS = 16;
    private static final int PLACE_TEAM = Pgas.POINTER_BYTES;
    private static final int PLACE_BYTES = PLACE_TEAM + Long.BYTES;

    private MessageHeader() {
    }

    /** Its length. */
    static int bytes(int arguments) {
        return ARGUMENTS + arguments * Long.BYTES;
    }

    /** Writes the head of a message at an address. */
    static void write(long at, long team, int handler, int form, int arguments) {
        RawBytes.setLong(at, team);
        RawBytes.setLong(at + WHAT, what(handler, form, arguments));
    }

    /** Writes one of its arguments, behind the head. */
    static void argument(long at, int i, long argument) {
        RawBytes.setLong(at + bytes(i), argument);
    }

    /** Writes a head with its arguments. */
    static void write(MemorySegment message, long team, int handler, int form, long[] arguments) {
        message.set(WORD, 0, team);
        message.set(WORD, WHAT, what(handler, form, arguments.length));
        for (int i = 0; i < arguments.length; i++) {
            message.set(WORD, bytes(i), arguments[i]);
        }
    }

    private static long what(int handler, int form, int arguments) {
        return handler | form << FORM_SHIFT | arguments << COUNT_SHIFT;
    }

    /** True when there is a whole header, of a form that there is. */
    static boolean isWhole(MemorySegment memory, long at, int length) {
        return length >= ARGUMENTS && (memory.get(WORD, at + WHAT) >>> COUNT_SHIFT) <= MAX_ARGUMENTS
            && memory.get(WORD, at + WHAT) >= 0 && length >= bytes(count(memory, at)) && form(memory, at) <= LONG;
    }

    static long team(MemorySegment memory, long at) {
        return memory.get(WORD, at);
    }

    static int handler(MemorySegment memory, long at) {
        return (int) memory.get(WORD, at + WHAT) & BYTE_MASK;
    }

    static int form(MemorySegment memory, long at) {
        return (int) (memory.get(WORD, at + WHAT) >>> FORM_SHIFT) & BYTE_MASK;
    }

    /** How many arguments it has. */
    static int count(MemorySegment memory, long at) {
        return (int) (memory.get(WORD, at + WHAT) >>> COUNT_SHIFT);
    }

    /** Reads as many arguments as there is room for. */
    static void arguments(MemorySegment memory, long at, long[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = memory.get(WORD, at + bytes(i));
        }
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
