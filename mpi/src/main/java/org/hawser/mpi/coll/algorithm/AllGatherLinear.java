package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * Everybody sends its piece to everybody, in one round.
 *
 * <p>Cost: α + (p − 1) · nβ where messages to different ranks overlap, else (p − 1) · (α + nβ).
 */
final class AllGatherLinear implements AllGather {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void run(Steps steps, Blocks all) {
        int size = steps.size();
        int rank = steps.rank();
        for (int i = 1; i < size; i++) {
            int from = (rank - i + size) % size;
            steps.receive(all.array(), all.at(from), all.bytes(from), from);
        }
        for (int i = 1; i < size; i++) {
            steps.send(all.array(), all.at(rank), all.bytes(rank), (rank + i) % size);
        }
        steps.endRound();
    }
}
