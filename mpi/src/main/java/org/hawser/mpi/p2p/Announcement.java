package org.hawser.mpi.p2p;

import org.hawser.mpi.datatype.Layout;

/**
 * A receive that a peer has posted and this rank has not sent to yet.
 *
 * <p><b>Threads:</b> whoever holds the rank.
 */
final class Announcement {
    long key;
    /** The receive's number at the peer. */
    long receive;
    /** The most it takes. */
    long room;
    /** How many of this rank's messages the peer had seen. */
    long seen;
    /** How many messages with this key go to earlier receives first. */
    int ahead;
    /** Where it is to be written; null when this rank cannot. */
    Place place;
    /** How its items lie there; null when they have no gaps. */
    Layout layout;
    /** {@link Wire#WATCHED} and the value of the last byte, or 0. */
    long watched;
    Announcement next;
}
