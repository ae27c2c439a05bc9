package org.hawser.mpi.p2p;

import java.util.ArrayList;
import java.util.List;
import org.hawser.fabric.FabricException;

/**
 * Chooses the protocol that sends a message, and keeps sends that find no room, in order, until there is some.
 *
 * <p>The choice follows the size and who came first. Small messages: {@link Eager}. A receive that was announced with
 * its place: {@link ReceiveRendezvous}. Else, up to the eager limit, {@link Eager} again, up to the hybrid limit
 * {@link Hybrid}, to other nodes {@link HybridAfar}, and beyond it {@link SendRendezvous}.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> when more peers have no room than ever before.
 */
final class SendChoice {
    private final Engine engine;
    private final Limits limits;
    private final Paths paths;
    private final ProtocolCounts counts;
    private final Eager eager;
    private final Hybrid hybrid;
    private final HybridAfar hybridAfar;
    private final SendRendezvous sendRendezvous;
    private final ReceiveRendezvous receiveRendezvous;
    /** Peers to which sends wait. */
    private final List<Partner> crowded = new ArrayList<>();

    /** Chooses between the protocols of an engine, which are there. */
    SendChoice(Engine engine) {
        this.engine = engine;
        limits = engine.limits;
        paths = engine.paths;
        counts = engine.counts;
        eager = engine.eager;
        hybrid = engine.hybrid;
        hybridAfar = engine.hybridAfar;
        sendRendezvous = engine.sendRendezvous;
        receiveRendezvous = engine.receiveRendezvous;
    }

    /** Sends now, or queues the send when there is no room. */
    void send(Operation send) {
        Partner to = engine.partner(send.peer);
        if (to.isBuried()) {
            failLost(send);
        } else if (!to.queued.isEmpty() || !trySendSafely(to, send)) {
            send.state = Operation.State.QUEUED;
            if (to.queued.isEmpty()) {
                crowded.add(to);
            }
            to.queued.add(send);
            engine.rank.wantChores();
        }
    }

    /** The peer is found to be lost while something is sent to it: that is the send's failure. */
    private boolean trySendSafely(Partner to, Operation send) {
        try {
            return trySend(to, send);
        } catch (FabricException | InternalError e) {
            engine.watch.hear(to.rank, e);
        }
        lose(to, send);
        return true;
    }

    /** The peer of a send is found to be lost. */
    void lose(Partner to, Operation send) {
        engine.watch.find(to.rank);
        failLost(send);
    }

    private void failLost(Operation send) {
        if (send.state != Operation.State.DONE) {
            send.fail(Watch.loss(send.peer));
            engine.complete(send);
        }
    }

    /** Sends by the protocol that fits; false when there is no room, and nothing has changed then. */
    private boolean trySend(Partner to, Operation send) {
        send.sequence = to.nextSequence();
        boolean gone;
        boolean gaps = send.layout != null;
        Announcement wanted = send.room > limits.announce() ? to.announcementFor(send.key) : null;
        ReceiveRendezvous.Way way = receiveRendezvous.wayOf(to, send, wanted);
        if (way != ReceiveRendezvous.Way.OTHER) {
            gone = receiveRendezvous.trySend(to, send, wanted, way);
        } else if (send.room <= to.eager && !(send.room > limits.announce() && to.maps && paths.avoidsPacking(send))) {
            gone = eager.trySend(to, send);
            counts.packed += gone && gaps ? 1 : 0;
        } else if (!to.maps && limits.isHybrid(to, send.room) && hybridAfar.maySend(to, send)) {
            gone = hybridAfar.trySend(to, send);
            counts.packed += gone && gaps ? 1 : 0;
        } else {
            boolean staged = to.maps && limits.isHybrid(to, send.room) && !paths.avoidsStaging(send)
                && hybrid.trySend(to, send);
            counts.packed += staged && gaps ? 1 : 0;
            gone = staged || sendRendezvous.trySend(to, send);
        }
        if (gone) {
            to.sent(send.key);
        }
        return gone;
    }

    /** True while sends wait for room. */
    boolean isBusy() {
        return !crowded.isEmpty();
    }

    /** Tries again the sends that found no room; returns how many have gone. */
    int advance() {
        int work = 0;
        for (int i = crowded.size() - 1; i >= 0; i--) {
            Partner to = crowded.get(i);
            while (!to.isBuried() && !to.queued.isEmpty() && trySendSafely(to, to.queued.peek())) {
                to.queued.remove();
                work++;
            }
            if (to.isBuried() || to.queued.isEmpty()) {
                crowded.remove(i);
            }
        }
        return work;
    }
}
