package org.hawser.mpi.coll.algorithm;

import org.hawser.fabric.FabricException;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.comm.Communicator;

/**
 * The runtime's own barrier, of all ranks of the job.
 *
 * <p>Cost: on a node, two passes over a word per rank.
 */
final class BarrierRuntime implements Barrier {
    @Override
    public String name() {
        return "runtime";
    }

    @Override
    public int cannot() {
        return SCHEDULED | PART;
    }

    @Override
    public void run(Steps steps) {
        Communicator all = steps.communicator();
        try {
            all.point().barrier();
        } catch (FabricException e) {
            all.circle().checkWhole();
            throw e;
        }
    }
}
