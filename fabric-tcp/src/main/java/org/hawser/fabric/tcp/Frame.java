package org.hawser.fabric.tcp;

/**
 * What travels between two ranks: frames, each a multiple of 8 bytes, in the byte order of the machine (the handshake
 * refuses a peer with another one).
 *
 * <pre>
 *  0            3 4                      7 8
 * +--------------+------------------------+----------------+-----------+
 * | kind   word  | bytes behind           | body           | padding   |
 * | 4 bits 28 b. | this header            |                | to 8      |
 * +--------------+------------------------+----------------+-----------+
 * </pre>
 *
 * <table><caption>Kinds</caption>
 * <tr><th>kind</th><th>word</th><th>body</th></tr>
 * <tr><td>MESSAGE</td><td>the sender's</td><td>the message's</td></tr>
 * <tr><td>WAKE</td><td>-</td><td>none: rings the doorbell</td></tr>
 * <tr><td>ACK</td><td>-</td><td>bytes of the stream that have come in whole frames (long); message bytes that may be
 * sent in all (long)</td></tr>
 * <tr><td>PING</td><td>-</td><td>none: wants an ACK</td></tr>
 * <tr><td>BYE</td><td>-</td><td>none: the sender leaves</td></tr>
 * </table>
 *
 * <p>Frames from {@link #FIRST_CONTROL} on are about the connection: they are not part of the stream, are not counted,
 * and are not sent again on the next connection.
 */
final class Frame {
    static final int MESSAGE = 1;
    static final int WAKE = 2;
    /** Kinds from here on are not part of the stream. */
    static final int FIRST_CONTROL = 12;
    static final int ACK = 12;
    static final int PING = 13;
    static final int BYE = 14;

    /** Bytes of a header. */
    static final int HEADER = 8;
    /** Bytes behind the header of an ACK. */
    static final int ACK_BODY = 16;

    private static final int WORD_BITS = 28;
    private static final int WORD_MASK = (1 << WORD_BITS) - 1;

    private Frame() {
    }

    /** A header: the word is the first in memory. */
    static long header(int kind, int word, int length) {
        return (long) length << 32 | (kind << WORD_BITS | word) & 0xffff_ffffL;
    }

    static int kind(long header) {
        return (int) header >>> WORD_BITS;
    }

    static int word(long header) {
        return (int) header & WORD_MASK;
    }

    /** Bytes behind the header; negative in a frame that is none of ours. */
    static int length(long header) {
        return (int) (header >> 32);
    }

    /** Bytes of a frame with a body of {@code length}, padding included. */
    static int span(int length) {
        return HEADER + length + Long.BYTES - 1 & -Long.BYTES;
    }
}
