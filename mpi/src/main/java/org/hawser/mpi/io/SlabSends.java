package org.hawser.mpi.io;

import java.util.ArrayDeque;
import org.hawser.mpi.p2p.Operation;

/**
 * Sends under way and the slabs that they are made from: a slab goes back when its send is over.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> when more are under way than ever before.
 */
final class SlabSends {
    private final Conversation conversation;
    private final ArrayDeque<Operation> sends = new ArrayDeque<>();
    private final ArrayDeque<Slab> slabs = new ArrayDeque<>();

    SlabSends(Conversation conversation) {
        this.conversation = conversation;
    }

    /** Sends a request to a rank; the slab is not the caller's any more. */
    void request(int rank, Slab slab, long bytes) {
        slabs.add(slab);
        sends.add(conversation.request(rank, slab, bytes));
    }

    /** Sends an answer in the same way. */
    void reply(int rank, Slab slab, long bytes) {
        slabs.add(slab);
        sends.add(conversation.reply(rank, slab, bytes));
    }

    /** Waits until all are over. */
    void finish() {
        while (!sends.isEmpty()) {
            conversation.finish(sends.poll());
            slabs.poll().close();
        }
    }
}
