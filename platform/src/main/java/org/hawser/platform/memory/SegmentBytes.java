package org.hawser.platform.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies between a segment of any kind and an address. The segment checks its own bounds and life; for the address see
 * {@link RawWords} for what the caller owes.
 *
 * <p>Up to 16 bytes are moved by loads and stores. A word of 4 or 8 bytes at a multiple of its length is one opaque
 * access: never torn, and never moved out of a loop that waits for it to change.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
public final class SegmentBytes {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final int FEW = 16;

    private SegmentBytes() {
    }

    /** Copies from a segment to an address. */
    public static void copy(MemorySegment from, long offset, long to, long bytes) {
        if (bytes == Long.BYTES) {
            store(to, from.get(LONG, offset));
        } else if (bytes > FEW) {
            MemorySegment.copy(from, offset, RawBytes.base(to), RawBytes.place(to), bytes);
        } else if (bytes > Long.BYTES) {
            long first = from.get(LONG, offset);
            long last = from.get(LONG, offset + bytes - Long.BYTES);
            store(to, first);
            RawBytes.setLong(to + bytes - Long.BYTES, last);
        } else {
            copyFew(from, offset, to, bytes);
        }
    }

    /** Copies from an address to a segment. */
    public static void copy(long from, MemorySegment to, long offset, long bytes) {
        if (bytes == Long.BYTES) {
            to.set(LONG, offset, load(from));
        } else if (bytes > FEW) {
            MemorySegment.copy(RawBytes.base(from), RawBytes.place(from), to, offset, bytes);
        } else if (bytes > Long.BYTES) {
            long first = load(from);
            long last = RawBytes.getLong(from + bytes - Long.BYTES);
            to.set(LONG, offset, first);
            to.set(LONG, offset + bytes - Long.BYTES, last);
        } else {
            copyFew(from, to, offset, bytes);
        }
    }

    /** Sets bytes at an address. */
    public static void fill(long at, long bytes, byte value) {
        long word = (value & 0xffL) * 0x0101_0101_0101_0101L;
        long done = 0;
        while (bytes - done >= Long.BYTES) {
            int words = (int) Math.min(bytes - done >> 3, 1 << 20);
            long start = at + done;
            for (int i = 0; i < words; i++) {
                RawBytes.setLong(start + ((long) i << 3), word);
            }
            done += (long) words << 3;
        }
        for (; done < bytes; done++) {
            RawNumbers.setByte(at + done, value);
        }
    }

    private static void copyFew(MemorySegment from, long offset, long to, long bytes) {
        if (bytes == Integer.BYTES) {
            storeInt(to, from.get(INT, offset));
        } else if (bytes > Integer.BYTES) {
            int first = from.get(INT, offset);
            int last = from.get(INT, offset + bytes - Integer.BYTES);
            storeInt(to, first);
            RawNumbers.setInt(to + bytes - Integer.BYTES, last);
        } else if (bytes == 1) {
            RawNumbers.setByte(to, from.get(BYTE, offset));
        } else if (bytes > 1) {
            byte last = from.get(BYTE, offset + bytes - 1);
            RawNumbers.setShort(to, from.get(SHORT, offset));
            if (bytes > Short.BYTES) {
                RawNumbers.setByte(to + bytes - 1, last);
            }
        }
    }

    private static void copyFew(long from, MemorySegment to, long offset, long bytes) {
        if (bytes == Integer.BYTES) {
            to.set(INT, offset, loadInt(from));
        } else if (bytes > Integer.BYTES) {
            int first = loadInt(from);
            int last = RawNumbers.getInt(from + bytes - Integer.BYTES);
            to.set(INT, offset, first);
            to.set(INT, offset + bytes - Integer.BYTES, last);
        } else if (bytes == 1) {
            to.set(BYTE, offset, RawNumbers.getByte(from));
        } else if (bytes > 1) {
            byte last = RawNumbers.getByte(from + bytes - 1);
            to.set(SHORT, offset, RawNumbers.getShort(from));
            if (bytes > Short.BYTES) {
                to.set(BYTE, offset + bytes - 1, last);
            }
        }
    }

    private static long load(long from) {
        return (from & Long.BYTES - 1) == 0 ? RawWords.getOpaque(from) : RawBytes.getLong(from);
    }

    private static void store(long to, long value) {
        if ((to & Long.BYTES - 1) == 0) {
            RawWords.setOpaque(to, value);
        } else {
            RawBytes.setLong(to, value);
        }
    }

    private static int loadInt(long from) {
        return (from & Integer.BYTES - 1) == 0 ? RawWords.getIntOpaque(from) : RawNumbers.getInt(from);
    }

    private static void storeInt(long to, int value) {
        if ((to & Integer.BYTES - 1) == 0) {
            RawInts.setOpaque(to, value);
        } else {
            RawNumbers.setInt(to, value);
        }
    }
}
