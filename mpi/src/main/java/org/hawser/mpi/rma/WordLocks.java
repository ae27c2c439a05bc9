package org.hawser.mpi.rma;

import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Rank;

/**
 * Locks by compare-and-swap on the target's lock word, which is mapped or reached through the fabric.
 *
 * <p>The word is 0 when free, −1 − member when held by one, and the number of holders when shared.
 *
 * <p><b>Threads:</b> one at a time per target. <b>Allocates:</b> nothing on mapped memory.
 */
final class WordLocks implements Locks {
    private final PointToPoint point;
    private final Rank rank;
    private final int me;

    WordLocks(PointToPoint point, int me) {
        this.point = point;
        this.me = me;
        rank = point.rank();
    }

    @Override
    public void lock(Target target, boolean exclusive) {
        while (!tryLock(target, exclusive)) {
            point.progress();
            Thread.yield();
        }
    }

    private boolean tryLock(Target target, boolean exclusive) {
        if (exclusive) {
            return rank.compareSwap(target.control, Control.LOCK, 0, -1 - me) == 0;
        }
        long held = rank.get(target.control, Control.LOCK);
        return held >= 0 && rank.compareSwap(target.control, Control.LOCK, held, held + 1) == held;
    }

    @Override
    public void unlock(Target target, boolean exclusive) {
        if (exclusive) {
            rank.compareSwap(target.control, Control.LOCK, -1 - me, 0);
        } else {
            rank.fetchAdd(target.control, Control.LOCK, -1);
        }
    }
}
