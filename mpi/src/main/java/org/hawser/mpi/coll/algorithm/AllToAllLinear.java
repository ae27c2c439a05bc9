package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * All sends and receives at once.
 *
 * <p>Cost: (p − 1) · (α + nβ) in one round.
 */
final class AllToAllLinear implements AllToAll {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void run(Steps steps, Blocks out, Blocks in) {
        int size = steps.size();
        int rank = steps.rank();
        for (int i = 1; i < size; i++) {
            int from = (rank - i + size) % size;
            steps.receive(in.array(), in.at(from), in.bytes(from), from);
        }
        for (int i = 1; i < size; i++) {
            int to = (rank + i) % size;
            steps.send(out.array(), out.at(to), out.bytes(to), to);
        }
        steps.copy(out.array(), out.at(rank), in.array(), in.at(rank), out.bytes(rank));
        steps.endRound();
    }
}
