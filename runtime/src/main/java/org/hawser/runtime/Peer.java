package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Endpoint;

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
    /** Made when the first message finds no room, and kept; guarded by this. */
    private Backlog backlog;
    /** While something waits every message goes behind it, so order is kept. */
    private volatile boolean waiting;

    Peer(Endpoint endpoint, boolean mapsMemory) {
        this.endpoint = endpoint;
        this.mapsMemory = mapsMemory;
        rank = endpoint.peer();
    }

    boolean hasBacklog() {
        return waiting;
    }

    /** Keeps a message that found no room inside a handler. */
    synchronized void queue(int word, MemorySegment memory, long offset, int length) {
        backlog().add(word, memory, offset, length);
        waiting = true;
    }

    /** Keeps a short message of 8 bytes. */
    synchronized void queue(int word, long body) {
        backlog().add(word, body);
        waiting = true;
    }

    /** Keeps a short message of 16 bytes. */
    synchronized void queue(int word, long first, long second) {
        backlog().add(word, first, second);
        waiting = true;
    }

    private Backlog backlog() {
        if (backlog == null) {
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
        int sent = backlog.sendTo(endpoint);
        waiting = !backlog.isEmpty();
        return sent;
    }
}
