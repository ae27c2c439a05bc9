package org.hawser.mpi.rma;

import org.hawser.mpi.coll.Collectives;
import org.hawser.mpi.coll.Direct;

/**
 * A barrier by the collectives of a window's communicator, where members are many or do not share memory. Who arrives
 * waits for all: there is no word to look at later.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> at construction.
 */
final class CollectiveBarrier implements WindowBarrier {
    private final Collectives collectives;
    private final Direct steps;

    CollectiveBarrier(Collectives collectives) {
        this.collectives = collectives;
        steps = collectives.direct();
    }

    @Override
    public void arrive() {
        await();
    }

    @Override
    public void await() {
        collectives.begin(steps);
        collectives.barrier(steps);
        steps.end();
    }

    @Override
    public void awaitMember(int member) {
        // All have come when this member's arrival returned.
    }
}
