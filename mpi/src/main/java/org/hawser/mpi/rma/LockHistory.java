package org.hawser.mpi.rma;

import org.hawser.platform.memory.RawWords;

/**
 * Who has used the lock of a member's window: counts in that member's {@link Control} block, kept by whoever takes a
 * turn and read by those on its node who may move the lock. They steer and decide nothing that must be right: counts
 * that are lost to a race do no harm.
 *
 * <p>A near member counts in the line that its lock has just brought into its cache, so that a turn costs no miss. A
 * far one counts in its own word, with a put, and only every eighth turn.
 *
 * <p><b>Threads:</b> any process on the node. <b>Allocates:</b> nothing.
 */
final class LockHistory {
    private final long control;
    private final int size;

    /** The history in the control block at an address, of a window with {@code size} members. */
    LockHistory(long control, int size) {
        this.control = control;
        this.size = size;
    }

    /** A near member has the lock. */
    void nearTurn() {
        add(Control.NEAR_TURNS, 1);
    }

    /** The keeper has been asked for a far member's turn. */
    void keptTurn() {
        add(Control.KEPT_TURNS, 1);
    }

    private void add(long word, long turns) {
        RawWords.setOpaque(control + word, RawWords.getOpaque(control + word) + turns);
    }

    /** Turns of near members since the counts began. */
    long near() {
        return RawWords.getOpaque(control + Control.NEAR_TURNS) - RawWords.getOpaque(control + Control.NEAR_MARK);
    }

    /** Turns of far members since the counts began. */
    long far() {
        return farEver() - RawWords.getOpaque(control + Control.FAR_MARK);
    }

    private long farEver() {
        long turns = RawWords.getOpaque(control + Control.KEPT_TURNS);
        for (int i = 0; i < size; i++) {
            turns += LockRecord.turns(RawWords.getOpaque(control + Control.sharer(size, i)));
        }
        return turns;
    }

    /** Has the counts begin anew. */
    void beginAnew() {
        RawWords.setOpaque(control + Control.FAR_MARK, farEver());
        RawWords.setOpaque(control + Control.NEAR_MARK, RawWords.getOpaque(control + Control.NEAR_TURNS));
    }

    /** The lock has moved. */
    void moved() {
        RawWords.getAndAdd(control + Control.LOCK_MODE, 1);
    }

    /** How often the lock has moved. */
    long moves() {
        return RawWords.getAcquire(control + Control.LOCK_MODE);
    }
}
