package org.hawser.mpi.rma;

import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Awaitable;

/**
 * A word of this member's own {@link Control} block that others raise, as someone waits for it. Whoever raises it wakes
 * this rank after that, so the wait may become sleep.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing.
 */
final class AwaitedWord implements Awaitable {
    private final PointToPoint point;
    private long address;
    private long value;

    AwaitedWord(PointToPoint point) {
        this.point = point;
    }

    /**
     * Waits until the word at an address is {@code needed} or more.
     *
     * @param peer the rank that must raise it
     * @throws org.hawser.mpi.MpiFailure when that rank has ended
     */
    void await(long word, long needed, int peer) {
        if (!isRaised(word, needed)) {
            address = word;
            value = needed;
            point.await(this, peer);
        }
    }

    /** As the other, for a word that any of some ranks may raise; fails when one of them has ended. */
    void await(long word, long needed, Members raisers) {
        if (!isRaised(word, needed)) {
            address = word;
            value = needed;
            point.await(this, raisers);
        }
    }

    /** True when a word is so far; what was done before it was raised is visible then. */
    static boolean isRaised(long word, long needed) {
        return RawWords.getAcquire(word) >= needed;
    }

    /** Asked by the waiting loop. */
    @Override
    public boolean isDone() {
        return isRaised(address, value);
    }
}
