package org.hawser.mpi.rma;

/**
 * The word that each member has at each target: whether it shares the lock, so that its end is noticed, how many turns
 * it has had through the network, and whether it is inside a lock that is its own (see {@link LockBias}; then there is
 * nothing else to say). Only that member writes it, or the keeper that acts for it.
 *
 * <pre>
 *    63     62         1  0
 * +--------+------------+--------+
 * | inside |   turns    | shares |
 * +--------+------------+--------+
 * </pre>
 *
 * <p>It says that the member shares before the member is counted in the lock word, and stops after it is no longer.
 *
 * <p><b>Threads:</b> pure functions.
 */
final class LockRecord {
    /** A member of which there is nothing to say. */
    static final long NOTHING = 0;
    /** A member inside the lock that is its own. */
    static final long INSIDE = Long.MIN_VALUE;

    private LockRecord() {
    }

    static long of(long turns, boolean shares) {
        return turns << 1 | (shares ? 1 : 0);
    }

    static boolean shares(long record) {
        return (record & 1) != 0;
    }

    static boolean isInside(long record) {
        return record < 0;
    }

    static long turns(long record) {
        return record >>> 1;
    }
}
