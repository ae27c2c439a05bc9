package org.hawser.mpi.rma;

/**
 * What this member's locks of a window have cost: for experiments, and to see why a program waits.
 *
 * <p><b>Threads:</b> written by those who lock, without care for each other; read by any. <b>Allocates:</b> nothing.
 */
public final class LockCounts {
    /** Locks that were not free at once. Rising: members want the same windows at the same time. */
    long waits;
    /** Locks taken through the network. */
    long network;
    /** Locks that the target's keeper took for this member. */
    long kept;
    /** Locks that this member, or its keeper for others, moved between CPU and network mode. */
    long moves;

    LockCounts() {
    }

    /** Locks that were not free at once. */
    public long waits() {
        return waits;
    }

    /** Locks taken through the network. */
    public long network() {
        return network;
    }

    /** Locks that the target's keeper took for this member. */
    public long kept() {
        return kept;
    }

    /** Moves between CPU and network mode by this member, or by its keeper for others. */
    public long moves() {
        return moves;
    }
}
