package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * A ring: each sends on to the next what it got last from the one before.
 *
 * <p>Cost: (p − 1) · (α + nβ).
 */
final class AllGatherRing implements AllGather {
    @Override
    public String name() {
        return "ring";
    }

    @Override
    public void run(Steps steps, Blocks all) {
        int size = steps.size();
        int rank = steps.rank();
        int next = (rank + 1) % size;
        int previous = (rank - 1 + size) % size;
        for (int i = 0; i < size - 1; i++) {
            int going = (rank - i + size) % size;
            int coming = (previous - i + size) % size;
            steps.receive(all.array(), all.at(coming), all.bytes(coming), previous);
            steps.send(all.array(), all.at(going), all.bytes(going), next);
            steps.endRound();
        }
    }
}
