package org.hawser.fabric.tcp;

/**
 * What travels between two ranks: frames, each a multiple of 8 bytes, in the byte order of the machine (the handshake
 * refuses a peer with another one).
 *
 * <pre>
 *  0            3 4                      7 8
 * +--------------+------------------------+----------------+-----------+
 * | word    kind | bytes behind           | body           | padding   |
 * | 28 bits 4 b. | this header            |                | to 8      |
 * +--------------+------------------------+----------------+-----------+
 *
 *  body of a request:  0: region   8: its secret   16: offset   24: request   32: first   40: second   48: data
 *  body of an answer:  0: request  8: value        16: data
 * </pre>
 *
 * <table><caption>Kinds</caption>
 * <tr><th>kind</th><th>word</th><th>body</th></tr>
 * <tr><td>MESSAGE</td><td>the sender's</td><td>the message's</td></tr>
 * <tr><td>WAKE</td><td>-</td><td>none: rings the doorbell</td></tr>
 * <tr><td>WRITE</td><td>1: with a message of 8 bytes; 2: more of this write follows</td><td>request: first is the
 * message's word, second its body; data to write. The last frame of a write is answered, for all of them</td></tr>
 * <tr><td>READ</td><td>-</td><td>request: first is the bytes wanted</td></tr>
 * <tr><td>FETCH_ADD</td><td>-</td><td>request: first is what to add</td></tr>
 * <tr><td>COMPARE_SWAP</td><td>-</td><td>request: first is expected, second replaces it</td></tr>
 * <tr><td>DONE</td><td>-</td><td>answer: bytes of the write's last frame, or what the word held</td></tr>
 * <tr><td>REFUSED</td><td>-</td><td>answer: bytes of the request's last frame, or wanted by it</td></tr>
 * <tr><td>DATA</td><td>-</td><td>answer: where in what was wanted the data belongs; data</td></tr>
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
    static final int WRITE = 3;
    static final int READ = 4;
    static final int FETCH_ADD = 5;
    static final int COMPARE_SWAP = 6;
    static final int DONE = 7;
    static final int REFUSED = 8;
    static final int DATA = 9;
    /** Kinds from here on are not part of the stream. */
    static final int FIRST_CONTROL = 12;
    static final int ACK = 12;
    static final int PING = 13;
    static final int BYE = 14;

    /** Bytes of a header. */
    static final int HEADER = 8;
    /** Bytes behind the header of an ACK. */
    static final int ACK_BODY = 16;
    /** Bytes of a request without data. */
    static final int REQUEST = 48;
    /** Bytes of an answer without data. */
    static final int ANSWER = 16;
    /** In the word of a WRITE: a message comes with it. */
    static final int WITH_MESSAGE = 1;
    /** In the word of a WRITE: more of the same write follows; only its last frame is answered. */
    static final int MORE = 2;

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

    /** The least that must be there of a body before the frame can be dealt with; negative for no frame of ours. */
    static int needed(int kind, int length) {
        boolean good = switch (kind) {
            case MESSAGE -> length >= 0 && length <= TcpEndpoint.MAX_KEPT;
            case WAKE, PING, BYE -> length == 0;
            case ACK -> length == ACK_BODY;
            case WRITE -> length >= REQUEST && length <= REQUEST + Transfer.PIECE;
            case READ, FETCH_ADD, COMPARE_SWAP -> length == REQUEST;
            case DONE, REFUSED -> length == ANSWER;
            case DATA -> length > ANSWER && length <= ANSWER + Transfer.PIECE;
            default -> false;
        };
        return !good ? -1 : kind == WRITE ? REQUEST : kind == DATA ? ANSWER : span(length) - HEADER;
    }
}
