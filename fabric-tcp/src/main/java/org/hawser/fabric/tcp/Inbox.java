package org.hawser.fabric.tcp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Receiver;
import org.hawser.platform.memory.RawWords;

/**
 * Messages that the agent received while nobody polled, in the order they came. The window of each sender bounds it.
 *
 * <pre>
 *  memory:  … taken … | source (int) word (int) | length (long) | body, up to a multiple of 8 | … | free
 *                     ^ first                                                                  ^ end
 * </pre>
 *
 * <p><b>Threads:</b> under the domain's receiving lock; {@link #isEmpty} by any. <b>Allocates:</b> when it grows, and
 * when a large one has been emptied.
 */
final class Inbox {
    private static final int HEADER = 2 * Long.BYTES;
    private static final long FIRST_CAPACITY = 16 << 10;
    /** What a burst has made larger than this is given back after it. */
    private static final long KEPT_CAPACITY = 1 << 20;

    private final TcpPeers peers;
    private MemorySegment memory;
    private long address;
    private volatile long first;
    private volatile long end;

    Inbox(TcpPeers peers) {
        this.peers = peers;
        adopt(FIRST_CAPACITY);
    }

    private void adopt(long bytes) {
        memory = Arena.ofAuto().allocate(bytes, 64);
        address = RawWords.addressOf(memory);
    }

    boolean isEmpty() {
        return first == end;
    }

    void add(int source, int word, MemorySegment from, long offset, int length) {
        long bytes = HEADER + (length + Long.BYTES - 1 & -Long.BYTES);
        if (end + bytes > memory.byteSize()) {
            makeRoom(bytes);
        }
        long at = end;
        RawWords.setLong(address + at, (long) word << 32 | source);
        RawWords.setLong(address + at + Long.BYTES, length);
        MemorySegment.copy(from, offset, memory, at + HEADER, length);
        end = at + bytes;
    }

    private void makeRoom(long bytes) {
        MemorySegment old = memory;
        long waiting = end - first;
        if (waiting + bytes > memory.byteSize() / 2) {
            adopt(Math.max(2 * memory.byteSize(), Long.highestOneBit(waiting + bytes) * 2));
        }
        MemorySegment.copy(old, first, memory, 0, waiting);
        first = 0;
        end = waiting;
    }

    /** Hands up to {@code limit} messages to {@code receiver} and returns how many. */
    int drain(Receiver receiver, int limit) {
        int count = 0;
        while (first != end && count < limit) {
            long at = first;
            long sourceAndWord = RawWords.getLong(address + at);
            int length = (int) RawWords.getLong(address + at + Long.BYTES);
            // Taken before it is handed up: a handler that throws has had it.
            first = at + HEADER + (length + Long.BYTES - 1 & -Long.BYTES);
            count++;
            int source = (int) sourceAndWord;
            taken(source, length);
            receiver.onMessage(source, (int) (sourceAndWord >>> 32), memory, at + HEADER, length);
        }
        if (first == end) {
            first = 0;
            end = 0;
            if (memory.byteSize() > KEPT_CAPACITY) {
                adopt(FIRST_CAPACITY);
            }
        }
        return count;
    }

    /** A message of {@code source} has left the inbox: it may send as much again. */
    private void taken(int source, int length) {
        TcpPeer peer = peers.find(source);
        if (peer != null) {
            peer.in().take(length);
            peer.outflow().tellIfDue();
        }
    }
}
