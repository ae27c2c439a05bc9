package org.hawser.fabric.tcp;

import org.hawser.fabric.FabricException;
import org.hawser.fabric.ForeignRank;
import org.hawser.fabric.Place;

/**
 * Ranks of other jobs come and go. One that is admitted is a peer like any other, under a number that is no rank's of
 * this job and with keys that the two jobs alone have. One that is dismissed gets all that was sent to it and a
 * goodbye; its connection, its streams and the way to it are forgotten. Should it come again it begins anew: nothing of
 * an old connection can get into a new stream, for each side has dropped all handshakes with the other when it
 * dismissed it and again when it admits it, and who has dropped one cannot give the proof that would end it.
 *
 * <p><b>Threads:</b> any, one at a time. <b>Allocates:</b> per rank.
 */
final class TcpForeigners {
    private static final String REMEDY =
        "; start the job with hawser.meet=hosts, or set hawser.tcp.interface to one that other hosts reach";

    private final TcpDomain domain;
    private final Place place;
    private final TcpAgent agent;

    TcpForeigners(TcpDomain domain, Place place, TcpAgent agent) {
        this.domain = domain;
        this.place = place;
        this.agent = agent;
    }

    void admit(int number, ForeignRank rank, long stamp) {
        if (number < place.size() || domain.peers().find(number) != null) {
            throw FabricException.refused("the number is taken: number=" + number);
        }
        if (rank.contact() == null) {
            throw FabricException.refused("a rank of another job listens to nobody: rank=" + place.rank() + " peer="
                + rank.rank() + REMEDY);
        }
        if (!rank.isNear()) {
            checkReach(rank.contact(), "a rank of another job");
            checkReach(domain.contact(), "this rank");
        }
        String[] address = new String[1];
        agent.perform(() -> address[0] = agent.gate().introduce(number, rank.rank(), rank.contact()));
        if (address[0] == null) {
            throw FabricException.refused("this rank has left its job: rank=" + place.rank());
        }
        domain.peers().admit(number, address[0], stamp < rank.stamp());
    }

    private void checkReach(String contact, String who) {
        if (contact.startsWith("127.") || contact.startsWith("[::1]") || contact.startsWith("[0:0:0:0:0:0:0:1]")) {
            throw FabricException.refused(who + " listens on its own host only, and the two are on different ones:"
                + " rank=" + place.rank() + " contact=" + contact.substring(0, contact.indexOf('/')) + REMEDY);
        }
    }

    void dismiss(int number) {
        TcpPeer peer = domain.peers().find(number);
        if (peer == null) {
            return;
        }
        domain.settle(peer, System.nanoTime() + domain.closingNanos());
        agent.perform(() -> {
            domain.peers().remove(number);
            agent.drop(peer);
        });
    }
}
