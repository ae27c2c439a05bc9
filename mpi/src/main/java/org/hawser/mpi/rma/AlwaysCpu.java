package org.hawser.mpi.rma;

/**
 * The lock stays in CPU mode; the target's keeper serves far members.
 *
 * <p><b>Threads:</b> immutable.
 */
record AlwaysCpu() implements LockPolicy {
    @Override
    public boolean startsInNetwork() {
        return false;
    }

    @Override
    public boolean movesOut(LockHistory history) {
        return false;
    }

    @Override
    public boolean movesHome(LockHistory history) {
        return false;
    }
}
