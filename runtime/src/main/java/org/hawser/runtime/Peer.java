package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.FabricException;

/**
 * What this rank keeps for one peer from the first message on: the endpoint, messages that found no room, and the
 * handle of operations that were given none.
 *
 * <p><b>Threads:</b> any.
 */
final class Peer {
    final int rank;
    final Endpoint endpoint;
    /** It and this rank map each other's regions. */
    final boolean mapsMemory;
    final Handle implicit = new Handle();
    /** This rank's slot for joint copies with the peer, see {@link JointCopies}; 0 as long as none was looked for. */
    volatile long jointSlot;
    /** Copies that the peer was not asked anew to take a part of; whoever has the slot has it. */
    int unheardCopies;
    /** What the peer has offered of such copies; whoever polls has it. */
    JointHelp.Offer offer;
    /** Made when the first message finds no room, and kept; guarded by this. */
    private Backlog backlog;
    /** While something waits every message goes behind it, so order is kept. */
    private volatile boolean waiting;
    /** The peer is gone: nothing is kept for it. */
    private volatile boolean forsaken;

    Peer(Endpoint endpoint, boolean mapsMemory) {
        this.endpoint = endpoint;
        this.mapsMemory = mapsMemory;
        rank = endpoint.peer();
    }

    boolean hasBacklog() {
        return waiting;
    }

    boolean isForsaken() {
        return forsaken;
    }

    /** The peer is gone: what waits for it is dropped, and nothing will wait. */
    synchronized void forsake() {
        forsaken = true;
        backlog = null;
        waiting = false;
    }

    /** Keeps a message that found no room inside a handler. */
    synchronized void queue(int word, MemorySegment memory, long offset, int length) {
        backlog().add(word, memory, offset, length);
        waiting = !forsaken;
    }

    /** Keeps a short message of 8 bytes. */
    synchronized void queue(int word, long body) {
        backlog().add(word, body);
        waiting = !forsaken;
    }

    /** Keeps a short message of 16 bytes. */
    synchronized void queue(int word, long first, long second) {
        backlog().add(word, first, second);
        waiting = !forsaken;
    }

    private Backlog backlog() {
        if (backlog == null || forsaken) {
            backlog = new Backlog();
        }
        return backlog;
    }

    /** As above, for a message of a few words. */
    void queue(int word, long[] words) {
        queue(word, MemorySegment.ofArray(words), 0, words.length * Long.BYTES);
    }

    /** Sends what waits; returns how much went. */
    int flush() {
        return waiting ? flushWaiting() : 0;
    }

    private synchronized int flushWaiting() {
        if (forsaken) {
            return 0;
        }
        try {
            int sent = backlog.sendTo(endpoint);
            waiting = !backlog.isEmpty();
            return sent;
        } catch (FabricException e) {
            if (e.severity() != FabricException.Severity.PEER_LOST) {
                throw e;
            }
            // In a poll, whose caller may wait for somebody else: who waits for this peer is told by its own wait.
            forsake();
            return 0;
        }
    }
}
