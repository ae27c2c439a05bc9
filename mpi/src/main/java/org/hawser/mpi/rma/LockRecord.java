package org.hawser.mpi.rma;

/**
 * The word that each member has at each target: whether it shares the lock, so that its end is noticed, and how many
 * turns it has had through the network. Only that member writes it, or the keeper that acts for it.
 *
 * <pre>
 *  63            1  0
 * +---------------+--------+
 * |     turns     | shares |
 * +---------------+--------+
 * </pre>
 *
 * <p>It says that the member shares before the member is counted in the lock word, and stops after it is no longer.
 *
 * <p><b>Threads:</b> pure functions.
 */
final class LockRecord {
    private LockRecord() {
    }

    static long of(long turns, boolean shares) {
        return turns << 1 | (shares ? 1 : 0);
    }

    static boolean shares(long record) {
        return (record & 1) != 0;
    }

    static long turns(long record) {
        return record >>> 1;
    }
}
