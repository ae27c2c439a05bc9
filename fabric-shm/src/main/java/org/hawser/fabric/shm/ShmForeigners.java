package org.hawser.fabric.shm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.ForeignRank;
import org.hawser.fabric.Place;

/**
 * The ranks of other jobs that this rank knows, by their numbers here and by how they sign their mails.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when a rank is admitted, and per mail of one.
 */
final class ShmForeigners {
    private final Place place;
    private final ShmSpace space;
    private final Map<Integer, ShmPeer> peers = new ConcurrentHashMap<>();
    private final Map<Long, Integer> numbers = new ConcurrentHashMap<>();

    ShmForeigners(Place place, ShmSpace space) {
        this.place = place;
        this.space = space;
    }

    void admit(int number, ForeignRank rank, long self) {
        boolean meetsHere = place.shared() != null;
        if (number < place.size() || peers.containsKey(number) || numbers.containsKey(rank.stamp())) {
            throw FabricException.refused("the number or the rank is taken: number=" + number + " stamp="
                + rank.stamp());
        }
        if (meetsHere ? rank.shared() == null : rank.directory() == null) {
            throw FabricException.refused("the rank shares no memory with this one: rank=" + rank.rank()
                + " contact=" + rank.contact());
        }
        ShmSpace there = meetsHere ? new JvmSpace(rank.shared()) : new FileSpace(rank.directory());
        peers.put(number, new ShmPeer(there, rank.rank(), self, rank.stamp()));
        numbers.put(rank.stamp(), number);
    }

    void dismiss(int number) {
        ShmPeer gone = peers.remove(number);
        if (gone != null) {
            numbers.remove(gone.stamp());
        }
    }

    /** The rank that signs so, or -1. */
    int numberOf(long stamp) {
        Integer number = numbers.get(stamp);
        return number == null ? -1 : number;
    }

    /** Where a peer is, of this job or another. */
    ShmPeer peer(int number) {
        if (number < place.size()) {
            if (!place.isNear(number)) {
                throw FabricException.refused("a rank of another node has no memory here: rank=" + place.rank()
                    + " peer=" + number + " nodes=" + place.nodes());
            }
            return new ShmPeer(space, number, place.rank(), number);
        }
        ShmPeer known = peers.get(number);
        if (known == null) {
            throw new FabricException(FabricException.Severity.PEER_LOST, "the rank is not connected any more: number="
                + number);
        }
        return known;
    }
}
