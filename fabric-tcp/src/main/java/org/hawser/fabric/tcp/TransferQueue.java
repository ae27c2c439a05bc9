package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * Long things on their way to one peer. Each posts a frame in its turn, as long as little waits for the socket, so that
 * a message never has much before it.
 *
 * <p><b>Threads:</b> under the sender's lock; {@link #isEmpty} by any, as a hint. <b>Allocates:</b> when it grows.
 */
final class TransferQueue {
    /** Transfers go on when less than this waits for the socket: so much may be before a message, at most. */
    private static final int AHEAD = 512 << 10;
    /** And while the peer has acknowledged all but this: what it is owed must be kept, or copied when it is freed. */
    private static final int KEPT = 64 << 20;
    /** Transfers and answers that wait for room; a peer that asks for more breaks the rules. */
    private static final int MOST = 1 << 16;

    private final SendStream out;
    private final ArrayDeque<Transfer> waiting = new ArrayDeque<>();

    /** Transfers that post to {@code out}. */
    TransferQueue(SendStream out) {
        this.out = out;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** False when too many wait. */
    boolean add(Transfer transfer) {
        return waiting.size() < MOST && waiting.add(transfer);
    }

    /** The owner takes this memory back: no more of it is posted. */
    void forget(TcpRegion region) {
        for (Transfer transfer : waiting) {
            transfer.forget(region);
        }
    }

    /** The same of memory that is sent; returns how many messages will not come that were to follow it. */
    int recall(MemorySegment memory) {
        int dropped = 0;
        for (Transfer transfer : waiting) {
            dropped += transfer.recall(memory) ? 1 : 0;
        }
        return dropped;
    }

    /** Drops what can never be sent. */
    void clear() {
        waiting.clear();
    }

    /**
     * Posts frames until enough waits for the socket.
     *
     * @return true when there is more to post as soon as the socket has taken some
     */
    boolean pump() {
        while (out.unsent() < AHEAD && !waiting.isEmpty()) {
            Transfer next = waiting.peek();
            out.release();
            if (out.kept() > KEPT || !emit(next)) {
                // No room: what is acknowledged next gives some.
                return false;
            }
            waiting.remove();
            if (!next.isOver()) {
                waiting.add(next);
            }
        }
        return !waiting.isEmpty();
    }

    private boolean emit(Transfer transfer) {
        try {
            return transfer.emit(out);
        } catch (IllegalStateException | WrongThreadException e) {
            transfer.spoil(e);
            return transfer.emit(out);
        }
    }
}
