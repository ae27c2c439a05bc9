package org.hawser.testkit.rma;

import java.util.Arrays;

/**
 * Who has done what to each byte of a rank's memory since all ranks last met: says whether one more access leaves the
 * outcome determined.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class Cells {
    private static final int FREE = 0;
    /** Read by some; of one while the owner is known. */
    private static final int READ = 1;
    /** Written by the owner, who has not yet waited for it. */
    private static final int WRITTEN = 2;
    /** Combined by the owner alone, in order. */
    private static final int ORDERED = 3;
    /** Combined by many with the same operation. */
    private static final int COMBINED = 4;
    /** Used by the owner, who has waited for it. */
    private static final int OWNED = 5;
    /** Counted under exclusive locks. */
    private static final int COUNTED = 6;
    private static final int MANY = -1;

    private final byte[] state;
    private final int[] owner;
    /** The operation and the elements of cells that are combined. */
    private final int[] key;

    Cells(int bytes) {
        state = new byte[bytes];
        owner = new int[bytes];
        key = new int[bytes];
    }

    void clear() {
        Arrays.fill(state, (byte) FREE);
    }

    /** Takes the bytes of an access, or none of them. */
    boolean take(Access.Kind kind, int rank, int offset, Placing placing, int key, boolean alone) {
        int bytes = placing.element().bytes;
        for (int i = 0; i < placing.elements() * bytes; i++) {
            if (!fits(kind, rank, offset + placing.place(i / bytes) + i % bytes, key, alone)) {
                return false;
            }
        }
        for (int i = 0; i < placing.elements() * bytes; i++) {
            mark(kind, rank, offset + placing.place(i / bytes) + i % bytes, key, alone);
        }
        return true;
    }

    private boolean fits(Access.Kind kind, int rank, int at, int key, boolean alone) {
        if (state[at] == FREE || alone && state[at] == OWNED && owner[at] == rank) {
            return true;
        }
        return switch (kind) {
            case GET, LOAD -> state[at] == READ;
            case PUT, STORE -> false;
            case COUNT -> state[at] == COUNTED && this.key[at] == key;
            default -> this.key[at] == key
                && (alone ? state[at] == ORDERED && owner[at] == rank : state[at] == COMBINED);
        };
    }

    private void mark(Access.Kind kind, int rank, int at, int key, boolean alone) {
        int before = state[at];
        state[at] = (byte) switch (kind) {
            // Others may not read what only this rank knows to be over.
            case GET, LOAD -> before == OWNED ? WRITTEN : READ;
            case PUT, STORE -> WRITTEN;
            case COUNT -> COUNTED;
            default -> alone ? ORDERED : COMBINED;
        };
        owner[at] = before == READ && owner[at] != rank ? MANY : rank;
        this.key[at] = key;
    }

    /** A rank has waited for all that it did: what only it touched is its own. */
    void flushed(int rank) {
        for (int i = 0; i < state.length; i++) {
            boolean settles = state[i] == READ || state[i] == WRITTEN || state[i] == ORDERED;
            if (settles && owner[i] == rank) {
                state[i] = OWNED;
            }
        }
    }
}
