package org.hawser.mpi.ft;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.Circle;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Rank;

/**
 * Revokes communicators: what is under way there fails at all members that live, and so does what is begun later. Who
 * hears of it for the first time tells all others before it does anything else; so when one member that lives has heard
 * of it, all will, whoever dies meanwhile.
 *
 * <p>Cost: p messages per member, once in a communicator's life; that is the price of a word that survives every death.
 *
 * <p>A member that has not made the communicator yet, because it is slower than others, remembers the word until it
 * has. Contexts of revoked communicators are never used again, so the word cannot reach another one.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per revoked communicator.
 */
final class Revocation {
    /** The context of all ranks of the job. */
    private static final int WORLD = 0;

    private final PointToPoint point;
    private final Rank rank;
    private final FaultMessages messages;
    /** Contexts that were revoked before this rank had a communicator there. */
    private final Set<Integer> early = ConcurrentHashMap.newKeySet();

    Revocation(PointToPoint point, FaultMessages messages) {
        this.point = point;
        this.messages = messages;
        rank = point.rank();
        point.watch().whenOpened(this::opened);
    }

    /** Revokes; nothing happens when that was done before. */
    void revoke(Communicator comm) {
        revoke(comm.circle());
    }

    private void revoke(Circle circle) {
        if (circle.revoke()) {
            Members all = circle.all();
            for (int i = 0; i < all.size(); i++) {
                int world = all.get(i);
                if (world != rank.number() && !point.watch().isGone(world)) {
                    messages.sendRevoke(world, circle.context());
                }
            }
            if (circle.context() == WORLD) {
                // Its barrier is the runtime's.
                point.cutBarrier();
            }
            point.watch().revoked();
        }
    }

    /** Another rank says that a communicator was revoked; in a handler. */
    void hear(int context) {
        Circle circle = point.watch().circle(context);
        if (circle == null) {
            early.add(context);
            // It may have been opened between the two.
            circle = point.watch().circle(context);
        }
        if (circle != null) {
            revoke(circle);
        }
    }

    /** A communicator is there now. */
    private void opened(Circle circle) {
        if (!early.isEmpty() && early.remove(circle.context())) {
            revoke(circle);
        }
    }
}
