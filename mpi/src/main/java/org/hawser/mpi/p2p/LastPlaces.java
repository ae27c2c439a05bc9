package org.hawser.mpi.p2p;

import org.hawser.fabric.RegionKey;

/**
 * The places that two ranks named to each other last: programs send from and receive into the same memory again and
 * again, and no object is made for a place that was named before.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> for places that differ from the last.
 */
final class LastPlaces {
    private final int peer;
    private Place ownSend;
    private Place ownReceive;
    private Place peerSend;
    private Place peerReceive;

    LastPlaces(int peer) {
        this.peer = peer;
    }

    /** The place of this rank's memory that it sends from, or receives into. */
    Place own(boolean sends, RegionKey key, long offset) {
        Place known = sends ? ownSend : ownReceive;
        if (known != null && known.offset() == offset && known.key().equals(key)) {
            return known;
        }
        Place fresh = new Place(key, offset);
        if (sends) {
            ownSend = fresh;
        } else {
            ownReceive = fresh;
        }
        return fresh;
    }

    /** Reads where the peer sends from, or receives into; null when the words say that there is no place. */
    Place read(boolean sends, long address) {
        Place known = sends ? peerSend : peerReceive;
        if (known != null && known.isAt(address)) {
            return known;
        }
        Place read = Place.read(peer, address);
        if (read == null) {
            return null;
        }
        if (sends) {
            peerSend = read;
        } else {
            peerReceive = read;
        }
        return read;
    }
}
