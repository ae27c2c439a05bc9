package org.hawser.mpi.rma;

/**
 * The lock moves to the side that uses it more. Turns of both sides are counted; when the side that has it not has
 * asked {@code turns} times, the lock moves if that is twice as often as the other side in the same time, and in any
 * case the counts begin anew. So a lock that both sides use alike stays where it is, one that has changed sides for
 * good has moved after a few turns, and a visitor does not take it away.
 *
 * @param turns how often the other side asks before the lock may move
 *
 * <p><b>Threads:</b> immutable; the counts are the target's.
 */
record MigrateByHistory(int turns) implements LockPolicy {
    private static final int TIMES_AS_OFTEN = 2;

    @Override
    public boolean startsInNetwork() {
        return false;
    }

    @Override
    public boolean movesOut(LockHistory history) {
        return moves(history, history.far(), history.near());
    }

    @Override
    public boolean movesHome(LockHistory history) {
        return moves(history, history.near(), history.far());
    }

    private boolean moves(LockHistory history, long asking, long having) {
        if (asking < turns) {
            return false;
        }
        history.beginAnew();
        return asking >= TIMES_AS_OFTEN * having;
    }
}
