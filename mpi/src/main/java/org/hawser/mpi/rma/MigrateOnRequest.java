package org.hawser.mpi.rma;

/**
 * The lock moves with every request from the other side: to network mode for a far member, to CPU mode for a near one.
 * Good where the sides take long turns, poor where they alternate.
 *
 * <p><b>Threads:</b> immutable.
 */
record MigrateOnRequest() implements LockPolicy {
    @Override
    public boolean startsInNetwork() {
        return false;
    }

    @Override
    public boolean movesOut(LockHistory history) {
        return true;
    }

    @Override
    public boolean movesHome(LockHistory history) {
        return true;
    }
}
