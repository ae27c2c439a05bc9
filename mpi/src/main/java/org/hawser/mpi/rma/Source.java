package org.hawser.mpi.rma;

import org.hawser.mpi.p2p.Scratch;
import org.hawser.runtime.Link;

/**
 * What a target keeps for one origin: the layouts it was told of, what it has refused, and a frame that waits for the
 * lock.
 *
 * <p><b>Threads:</b> whoever polls.
 */
final class Source {
    final int member;
    final int world;
    final Link link;
    final KnownLayouts layouts;
    /** The error class of the first operation that was refused since the last SYNC; 0 when none was. */
    int refused;
    /** It waits for the lock. */
    boolean waits;
    boolean grantWanted;
    /** The records behind its LOCK, or null when there are none. */
    Scratch parked;
    int parkedBytes;

    Source(int member, int world, Link link) {
        this.member = member;
        this.world = world;
        this.link = link;
        layouts = new KnownLayouts(world);
    }
}
