package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;

/**
 * Flags in shared memory, one a rank.
 *
 * <p>Cost: 1 line written and p − 1 read.
 */
final class BarrierNode implements Barrier {
    @Override
    public String name() {
        return "node";
    }

    @Override
    public int cannot() {
        return SCHEDULED | APART;
    }

    @Override
    public void run(Steps steps) {
        steps.node().barrier();
    }
}
