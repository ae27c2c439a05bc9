package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;

/**
 * What this rank keeps for one peer from the first message on: the endpoint, messages that found no room, and the
 * handle of operations that were given none.
 *
 * <p><b>Threads:</b> any.
 */
final class Peer {
    private record Queued(int word, byte[] body) {
    }

    final int rank;
    final Endpoint endpoint;
    final Handle implicit = new Handle();
    /** Null when nothing waits; once it is not, every message goes behind it, so order is kept. */
    private volatile ArrayDeque<Queued> backlog;

    Peer(Endpoint endpoint) {
        this.endpoint = endpoint;
        rank = endpoint.peer();
    }

    boolean hasBacklog() {
        return backlog != null;
    }

    /** Keeps a message that found no room inside a handler. */
    synchronized void queue(int word, MemorySegment memory, long offset, int length) {
        ArrayDeque<Queued> queue = backlog == null ? new ArrayDeque<>() : backlog;
        queue.add(new Queued(word, memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE)));
        backlog = queue;
    }

    /** As above, for a message of a few words. */
    void queue(int word, long[] words) {
        queue(word, MemorySegment.ofArray(words), 0, words.length * Long.BYTES);
    }

    /** Sends what waits; returns how much went. */
    synchronized int flush() {
        int sent = 0;
        ArrayDeque<Queued> queue = backlog;
        while (queue != null) {
            Queued next = queue.peek();
            MemorySegment body = MemorySegment.ofArray(next.body);
            if (endpoint.sendBuffered(next.word, body, 0, next.body.length) == Post.BUSY) {
                break;
            }
            sent++;
            queue.remove();
            if (queue.isEmpty()) {
                backlog = null;
                queue = null;
            }
        }
        return sent;
    }
}
