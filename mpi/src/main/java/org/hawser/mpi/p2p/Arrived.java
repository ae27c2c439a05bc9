package org.hawser.mpi.p2p;

import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.RawBytes;

/**
 * A message that came before its receive. One that a matched probe took is out of matching until it is received.
 *
 * <p><b>Threads:</b> whoever holds the rank; what a probe took, its taker.
 */
public final class Arrived extends Envelope {
    /** How it came: one of {@link Wire}'s kinds. */
    int kind;
    long key;
    /** An eager payload of up to 8 bytes. */
    long word;
    /** The payload is in {@code payload}, and not in {@code word}. */
    boolean isLong;
    /** A longer eager payload, from the beginning; kept for the next use, so it may be longer than the message. */
    byte[] payload;
    /** The sender's operation, when it wants an answer. */
    long send;
    /** Where the bytes are: a slot of the sender's staging memory, or a place in its memory. */
    long slot;
    Place place;
    /** How the items lie at that place; null when they have no gaps. */
    Layout layout;

    Arrived nextInBin;
    Arrived previousInBin;
    Arrived nextInOrder;
    Arrived previousInOrder;

    Arrived() {
    }

    /** Takes in a payload. */
    void copyIn(long from, int length) {
        isLong = true;
        if (payload == null || payload.length < length) {
            payload = new byte[Math.max(64, Integer.highestOneBit(Math.max(1, length - 1)) << 1)];
        }
        RawBytes.copy(from, payload, 0, length);
    }
}
