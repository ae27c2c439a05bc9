package org.hawser.mpi.p2p;

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
    /** A longer eager payload; or null. */
    byte[] payload;
    /** The sender's operation, when it wants an answer. */
    long send;
    /** Where the bytes are: a slot of the sender's staging memory, or a place in its memory. */
    long slot;
    Place place;

    Arrived nextInBin;
    Arrived previousInBin;
    Arrived nextInOrder;
    Arrived previousInOrder;

    Arrived() {
    }
}
