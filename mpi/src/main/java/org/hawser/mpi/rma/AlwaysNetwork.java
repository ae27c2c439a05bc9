package org.hawser.mpi.rma;

/**
 * The lock stays in network mode; near members go through the network as well.
 *
 * <p><b>Threads:</b> immutable.
 */
record AlwaysNetwork() implements LockPolicy {
    @Override
    public boolean startsInNetwork() {
        return true;
    }

    @Override
    public boolean movesOut(LockHistory history) {
        return true;
    }

    @Override
    public boolean movesHome(LockHistory history) {
        return false;
    }
}
