package org.hawser.platform.ring;

/**
 * The word in front of every ring record. It is written last and read first: a header that is not zero says that
 * the whole record is there.
 *
 * <pre>
 *  63                     32 31                      0
 * +-------------------------+-------------------------+
 * |  word (the caller's)    |  bytes, header included |   then the body, padded to 16 bytes
 * +-------------------------+-------------------------+
 * </pre>
 *
 * <p>The caller's words are {@code >= 0}. A negative word is the ring's own: {@link #PADDING} fills what is left
 * before the end of the ring when a record does not fit there; a claim says whose record will be there, and how long.
 *
 * <p><b>Threads:</b> any; pure functions.
 */
public final class RecordHeader {
    /** Bytes of the header. */
    public static final int BYTES = 8;
    /** Every record starts at a multiple of this. */
    public static final int ALIGNMENT = 16;
    /** No record yet. */
    static final long EMPTY = 0L;
    /** The ring's own word for the gap before the wrap. */
    static final int PADDING = -1;
    /** Writers that leave a claim have numbers below this. */
    public static final int OWNERS = 1 << 30;

    private RecordHeader() {
    }

    static long of(int word, int bytes) {
        return (long) word << 32 | bytes;
    }

    /** The ring's own word for a record that this writer has claimed and not committed. */
    static int claim(int owner) {
        return Integer.MIN_VALUE | owner;
    }

    static boolean isClaim(long header) {
        return header < 0 && word(header) < Integer.MIN_VALUE + OWNERS;
    }

    static int owner(long header) {
        return word(header) & OWNERS - 1;
    }

    static int word(long header) {
        return (int) (header >> 32);
    }

    static int bytes(long header) {
        return (int) header;
    }

    /** Ring space that a body takes, with its header and padding. */
    public static int span(int bodyLength) {
        return bodyLength + BYTES + ALIGNMENT - 1 & -ALIGNMENT;
    }
}
