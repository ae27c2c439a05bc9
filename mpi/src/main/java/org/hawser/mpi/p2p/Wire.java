package org.hawser.mpi.p2p;

import org.hawser.platform.memory.RawBytes;

/**
 * The messages of point-to-point communication, all of 8-byte words:
 *
 * <pre>
 * (compact)        payload of up to 8 bytes, where context and tag are small; see below
 * EAGER_WORD       head(length)  payload of up to 8 bytes
 * EAGER            head          payload
 * EAGER_ANSWERED   head  send    payload                           the sender wants MATCHED
 * HYBRID           head  send    bytes  slot                       send = 0: no answer wanted
 * SENDER_READY     head  send    bytes  place(4)  layout
 * RECEIVER_READY   head  receive room   seen  ahead  watched  place(4)  layout
 * REFUSED          receive                                         RECEIVER_READY came too late to be placed, or used
 * CLEAR_TO_SEND    send  receive bytes  place(4)  layout
 * WRITTEN          receive  bytes  last                            ends RECEIVER_READY and CLEAR_TO_SEND
 * COMING           receive  bytes                                  goes before FILLED where RECEIVER_READY came first
 * FILLED           receive                                         as WRITTEN, behind a write over the network
 * CHUNK            receive  position  length | slot  total
 * MATCHED          send                                            ends EAGER_ANSWERED, HYBRID, SENDER_READY
 * RETRACT          head  receive                                   forget RECEIVER_READY for this key
 * RETRACTED        head  receive
 * STAGING          place(4)                                        where HYBRID's and CHUNK's slots are
 * LAYOUT           slot  total  position  words                    see LayoutExchange
 * LOST             rank                                            the sender has found that rank lost
 * VOID             receive                                         its send was given up: nothing, or no more, comes
 * HYBRID_PIECE     head  send    bytes  position  payload          HYBRID where no memory is mapped; position 0: first
 * HYBRID_TAKEN     bytes                                           of messages in HYBRID_PIECE that were received
 * UNWANTED         send                                            the receiver finalizes and has not received it
 * HELP_TAKE        receive  send  bytes  slot  place(4)            the sender writes: see JointCopy
 * HELP_GIVE        send  receive  bytes  slot  place(4)            the receiver reads: see JointCopy
 * UNWATCH          receive                                         its last byte is watched no longer: see LastBytes
 * UNWATCHED        receive  written                                answers UNWATCH; 1: that byte told of the message
 * CALLED           call  stamp   number                            what the sender's call of a collective is: Doubts
 *
 *  63     56 55        32 31         0
 * +---------+------------+------------+
 * | length  |  context   |    tag     |   head; its lower 56 bits are the key that receives are matched by
 * +---------+------------+------------+
 *
 *  23  20 19       14 13         0
 * +------+-----------+------------+
 * |length|  context  |    tag     |       the bits of a compact message
 * +------+-----------+------------+
 *
 * place: id, secret, length of a region of the sender's, and the offset in it; all zero: memory that peers reach in
 * no way
 * layout: the slot, plus one, of the layout of the items at the place; 0: no gaps
 * </pre>
 *
 * <p>{@code send} and {@code receive} are names of operations at the rank that has them; they come back as they went
 * and are checked against the operation's state and peer before use.
 */
final class Wire {
    static final int EAGER_WORD = 0;
    static final int EAGER = 1;
    static final int EAGER_ANSWERED = 2;
    static final int HYBRID = 3;
    static final int SENDER_READY = 4;
    static final int RECEIVER_READY = 5;
    static final int REFUSED = 6;
    static final int CLEAR_TO_SEND = 7;
    static final int WRITTEN = 8;
    static final int CHUNK = 9;
    static final int MATCHED = 10;
    static final int RETRACT = 11;
    static final int RETRACTED = 12;
    static final int STAGING = 13;
    static final int PIECE = 14;
    static final int LAYOUT = 15;
    static final int COMING = 16;
    static final int FILLED = 17;
    static final int LOST = 18;
    static final int VOID = 19;
    static final int HYBRID_PIECE = 20;
    static final int HYBRID_TAKEN = 21;
    static final int UNWANTED = 22;
    static final int HELP_TAKE = 23;
    static final int HELP_GIVE = 24;
    static final int UNWATCH = 25;
    static final int UNWATCHED = 26;
    static final int CALLED = 27;

    static final int WORD = Long.BYTES;
    /** The words that a message of each kind has at least, payload apart, by kind. */
    private static final byte[] LEAST_WORDS = {
        2, 1, 2, 4, 8, 11, 1, 8, 3, 5, 1, 2, 2, 4, 3, 3, 2, 1, 1, 1, 4, 1, 1, 8, 8, 1, 2, 3
    };
    /**
     * In RECEIVER_READY's {@code watched}: the receiver watches its last byte, whose value is in the lowest bits;
     * with a place in {@link AttachedMemory}, which is not watched, what copying out of staging memory costs it. In
     * WRITTEN's {@code last}: the last byte has not been written and is in the lowest bits.
     */
    static final long WATCHED = 0x100;

    private static final long KEY_MASK = (1L << 56) - 1;
    /** What must be zero in a key that fits into a compact message's 24 bits: length 4, context 6, tag 14. */
    private static final long NOT_COMPACT = ~(0x3fL << 32 | 0x3fff);

    private Wire() {
    }

    static long key(int context, int tag) {
        return (long) context << 32 | tag & 0xffff_ffffL;
    }

    /** The bits of a compact message, or negative when the key needs more. */
    static int compact(long key, int length) {
        return (key & NOT_COMPACT) != 0 ? -1 : length << 20 | (int) (key >>> 32) << 14 | (int) key;
    }

    /** The key in the bits of a compact message. */
    static long compactKey(int bits) {
        return (long) (bits >>> 14 & 0x3f) << 32 | bits & 0x3fff;
    }

    /** The length in the bits of a compact message. */
    static int compactLength(int bits) {
        return bits >>> 20;
    }

    static long head(long key, int length) {
        return key | (long) length << 56;
    }

    static long key(long head) {
        return head & KEY_MASK;
    }

    static int length(long head) {
        return (int) (head >>> 56);
    }

    static int context(long key) {
        return (int) (key >>> 32);
    }

    static int tag(long key) {
        return (int) key;
    }

    /** Bytes that a message of this kind has at least; none has so few of a kind that is unknown. */
    static int least(int kind) {
        return kind < LEAST_WORDS.length ? LEAST_WORDS[kind] * WORD : 0;
    }

    static long word(long address, int index) {
        return RawBytes.getLong(address + (long) index * WORD);
    }
}
