package org.hawser.mpi.p2p;

import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.RawBytes;

/**
 * A message that came before its receive. One that a matched probe took is out of matching until it is received.
 *
 * <p><b>Threads:</b> whoever holds the rank; what a probe took, its taker.
 */
public final class Arrived extends Envelope {
    /** Of a payload in pieces, however long it says it is. */
    private static final int FIRST_ROOM = 1 << 20;

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
    /** Pieces of it are to come; null when it is whole. */
    HybridAfar.Incoming rest;

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

    /** Takes in a piece of a payload, behind the pieces before it. */
    void copyIn(long from, int position, int length) {
        isLong = true;
        if (payload == null || payload.length < position + length) {
            byte[] longer = new byte[Math.max(position + length, (int) Math.min(bytes, FIRST_ROOM + 2L * position))];
            if (position > 0) {
                System.arraycopy(payload, 0, longer, 0, position);
            }
            payload = longer;
        }
        RawBytes.copy(from, payload, position, length);
    }
}
