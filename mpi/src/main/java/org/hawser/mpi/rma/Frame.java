package org.hawser.mpi.rma;

import org.hawser.fabric.FabricException;
import org.hawser.platform.memory.RawBytes;

/**
 * The messages of windows whose memory is not reached directly, all of 8-byte words. A frame goes from an origin to a
 * target ({@link #REQUESTS}) or back ({@link #ANSWERS}) and holds records, which are done in their order.
 *
 * <pre>
 * frame:    window | member &lt;&lt; 32    record …                       member: the sender's number in the window
 *
 *  63          32 31        16 15    8 7     0
 * +--------------+------------+-------+-------+
 * |    bytes     | reduction  | flags | what  |     the first word of a record
 * +--------------+------------+-------+-------+
 *
 * PUT             first  offset  position  layout   payload
 * GET             first  offset  position  layout                   answered with DATA
 * ACCUMULATE      first  offset  position  layout   payload
 * GET_ACCUMULATE  first  offset  position  layout   payload         answered with DATA
 * COMPARE_SWAP    first  offset  value     compare                  answered with DATA
 * LAYOUT          first  slot    total     from     words           a part of a layout, see {@link KnownLayouts}
 * LOCK            first  0                                          answered with GRANTED, if flagged
 * UNLOCK          first  0
 * SYNC            first  number                                     answered with DONE
 * NOTICE          first  number                                     counts at the target; flagged at an epoch's end
 * PROBE           first  0                                          is the lock's holder still there?
 *
 * DATA            first  0       payload            what was asked for; or reduction: the error class of a refusal
 * GRANTED         first  0
 * DONE            first  number                     all before it is over; or reduction: what was refused before it
 * LOST            first  0                          reduction: the error class with which all that is open has failed
 * </pre>
 *
 * <p>{@code offset} counts bytes from the start of the target's window. With a layout {@code bytes} of the packed items
 * from {@code position} on are meant. Payloads are filled up to whole words. Nothing is answered but what the table
 * says, and answers have the order of the requests; so a long operation is cut into pieces that the target need not
 * know to belong together, and a target keeps nothing for an origin but its layouts.
 *
 * <p><b>Threads:</b> constants and reading.
 */
final class Frame {
    /** The kind of message from origin to target. */
    static final int REQUESTS = 0;
    /** The kind of message from target to origin. */
    static final int ANSWERS = 1;

    static final int PUT = 1;
    static final int GET = 2;
    static final int ACCUMULATE = 3;
    static final int GET_ACCUMULATE = 4;
    static final int COMPARE_SWAP = 5;
    static final int LAYOUT = 6;
    static final int LOCK = 7;
    static final int UNLOCK = 8;
    static final int SYNC = 9;
    static final int NOTICE = 10;
    static final int PROBE = 11;

    static final int DATA = 1;
    static final int GRANTED = 2;
    static final int DONE = 3;
    static final int LOST = 4;

    /** A flag of LOCK. */
    static final int EXCLUSIVE = 1;
    /** A flag of LOCK: nothing follows it in its frame. */
    static final int GRANT_WANTED = 2;
    /** A flag of NOTICE: the origin has completed an access epoch. */
    static final int COMPLETE = 1;

    static final int WORD = Long.BYTES;
    /** The bytes before the first record. */
    static final int HEAD = WORD;
    /** The bytes of an operation's record before its payload. */
    static final int OPERATION = 4 * WORD;
    /** The bytes of the others, and of an answer before its payload. */
    static final int SHORT = 2 * WORD;

    private Frame() {
    }

    static long head(int window, int member) {
        return window & 0xffff_ffffL | (long) member << 32;
    }

    static int window(long at) {
        return (int) RawBytes.getLong(at);
    }

    static int member(long at) {
        return (int) (RawBytes.getLong(at) >>> 32);
    }

    static long first(int what, int flags, int reduction, int bytes) {
        return what | (long) flags << 8 | (long) reduction << 16 | (long) bytes << 32;
    }

    static int what(long first) {
        return (int) first & 0xff;
    }

    static int flags(long first) {
        return (int) (first >>> 8) & 0xff;
    }

    /** The reduction's code or, in an answer, an error class. */
    static int reduction(long first) {
        return (int) (first >>> 16) & 0xffff;
    }

    static int bytes(long first) {
        return (int) (first >>> 32);
    }

    static long word(long at, int index) {
        return RawBytes.getLong(at + (long) index * WORD);
    }

    /** Bytes filled up to whole words. */
    static int padded(int bytes) {
        return bytes + WORD - 1 & -WORD;
    }

    /** What a frame that no peer of ours would send ends with. */
    static FabricException broken(String what, int source, long value) {
        return new FabricException(FabricException.Severity.FATAL, "a message of a window is malformed: " + what
            + ": source=" + source + " value=" + value);
    }
}
