package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.hawser.fabric.Completion;
import org.hawser.fabric.RegionKey;

/**
 * What this rank has asked of one peer and has no answer to. There is a limit to it: so the answers that a peer must
 * keep for a rank that does not read them have one too.
 *
 * <p><b>Threads:</b> {@link #open} by any, the rest under the receiving lock. <b>Allocates:</b> when there are more at
 * one time than ever before.
 */
final class Accesses {
    /** Operations under way to one peer at most. */
    static final int MOST = 1024;

    private static final int FIRST = 8;

    private final TcpPeer peer;
    private volatile Access[] slots = {};
    private int next;

    Accesses(TcpPeer peer) {
        this.peer = peer;
    }

    /** A slot for an operation; null when too many are under way. */
    synchronized Access open(int kind, RegionKey key, long offset, long length, MemorySegment local, long localOffset,
                             Completion completion) {
        Access found = findFree();
        if (found != null) {
            found.open(kind, key, offset, length, local, localOffset, completion);
        }
        return found;
    }

    private Access findFree() {
        Access[] all = slots;
        for (int looks = 0; looks < all.length; looks++) {
            next = next + 1 & all.length - 1;
            if (all[next].isFree()) {
                return all[next];
            }
        }
        if (all.length == MOST) {
            return null;
        }
        Access[] more = Arrays.copyOf(all, Math.max(FIRST, 2 * all.length));
        for (int slot = all.length; slot < more.length; slot++) {
            more[slot] = new Access(peer, slot);
        }
        slots = more;
        next = all.length;
        return more[next];
    }

    /** The operation that a peer answers. */
    Access find(long request) throws ProtocolException {
        Access[] all = slots;
        if (request < 0 || request >= all.length || !all[(int) request].isOpen()) {
            throw new ProtocolException("an answer to nothing that was asked: request=" + request);
        }
        return all[(int) request];
    }

    /** All slots, used and free. */
    Access[] all() {
        return slots;
    }
}
