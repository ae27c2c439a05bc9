package org.hawser.pgas;

import org.hawser.fabric.Capability;
import org.hawser.fabric.FabricException;
import org.hawser.pgas.team.Team;
import org.hawser.platform.memory.RawWords;

/** Where the elements are, in this process, that one thread has of an array. */
record Piece(long base) {
    /** The pieces that are mapped, of some threads from {@code first} on; null for the rest. */
    static Piece[] mapped(SharedArray array, Team team, int first, int threads) {
        Piece[] pieces = new Piece[threads];
        for (int i = 0; i < threads; i++) {
            int thread = first + i;
            if (thread == array.me() || isMapped(array, team, thread)) {
                pieces[i] = new Piece(array.base(thread));
            }
        }
        return pieces;
    }

    /** Asks no thread to which there is no way through memory, and none whose memory would be found by searching. */
    private static boolean isMapped(SharedArray array, Team team, int thread) {
        if (array.lengthAt(thread) == 0 || !RawWords.isDirect()
                || !team.rank().has(Capability.DIRECT_MAPPING, team.rankOf(thread))) {
            return false;
        }
        try {
            return array.base(thread) != 0;
        } catch (PgasException | FabricException e) {
            // It may have ended already, after it took part in this: whoever accesses its piece is told.
            return false;
        }
    }
}
