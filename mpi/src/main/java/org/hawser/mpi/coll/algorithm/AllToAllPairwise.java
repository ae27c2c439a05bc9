package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * In round i each sends to the rank i after it and receives from the one i before it.
 *
 * <p>Cost: (p − 1) · (α + nβ), with one message at a time to each.
 */
final class AllToAllPairwise implements AllToAll {
    @Override
    public String name() {
        return "pairwise";
    }

    @Override
    public void run(Steps steps, Blocks out, Blocks in) {
        int size = steps.size();
        int rank = steps.rank();
        steps.copy(out.array(), out.at(rank), in.array(), in.at(rank), out.bytes(rank));
        for (int i = 1; i < size; i++) {
            int from = (rank - i + size) % size;
            int to = (rank + i) % size;
            steps.receive(in.array(), in.at(from), in.bytes(from), from);
            steps.send(out.array(), out.at(to), out.bytes(to), to);
            steps.endRound();
        }
    }
}
