package org.hawser.runtime;

import org.hawser.fabric.RegionKey;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.Words;

/**
 * The board on which a rank offers pieces of long copies to its peers: a slot for each peer, in memory that they map.
 *
 * <pre>
 * slot:   0: lock (threads of the rank that offers)      8: asked (1 until the peer has looked)
 *       128: {@link JointTurn}
 *       384: bytes   392: piece   400: out
 *       408: place in the rank's memory   440: place in the peer's   472: end
 *
 * place:  0: region's id   8: secret   16: length   24: offset
 *
 * message: the slot's place
 * </pre>
 *
 * <p><b>Threads:</b> any; the caller orders what it reads and writes.
 */
final class JointLayout {
    static final int LOCK = 0;
    static final int ASKED = 8;
    static final int TURN = Words.PAIR_OF_LINES;
    static final int BYTES = TURN + JointTurn.BYTES;
    static final int PIECE = BYTES + 8;
    static final int OUT = BYTES + 16;
    static final int OFFERED = BYTES + 24;
    static final int WANTED = OFFERED + 32;
    static final int SLOT = 4 * Words.PAIR_OF_LINES;

    static final int MESSAGE_BYTES = 32;

    private JointLayout() {
    }

    static void setPlace(long address, RegionKey key, long offset) {
        RawBytes.setLong(address, key.id());
        RawBytes.setLong(address + 8, key.secret());
        RawBytes.setLong(address + 16, key.length());
        RawBytes.setLong(address + 24, offset);
    }

    /** Whether a place is in this region. */
    static boolean isIn(long address, RegionKey key) {
        return key.id() == RawBytes.getLong(address) && key.secret() == RawBytes.getLong(address + 8)
            && key.length() == RawBytes.getLong(address + 16);
    }

    /** The region of {@code owner}'s that a place is in. */
    static RegionKey keyAt(long address, int owner) {
        return new RegionKey(owner, RawBytes.getLong(address), RawBytes.getLong(address + 8),
            RawBytes.getLong(address + 16));
    }

    static long offsetAt(long address) {
        return RawBytes.getLong(address + 24);
    }
}
