package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * Bruck's: in round k each gets from the rank 2^k after it all the pieces that this one has; they are collected from
 * each rank's own on, and put into their order at the end.
 *
 * <p>Cost: ⌈lg p⌉ · α + (p − 1) · nβ, and one copy of all.
 */
final class AllGatherBruck implements AllGather {
    @Override
    public String name() {
        return "bruck";
    }

    @Override
    public int cannot() {
        return UNEQUAL;
    }

    @Override
    public void run(Steps steps, Blocks all) {
        int size = steps.size();
        int rank = steps.rank();
        long each = all.each();
        long pieces = steps.memory(size * each);
        steps.copy(all.array(), all.at(rank), null, pieces, each);
        for (int distance = 1; distance < size; distance <<= 1) {
            long bytes = Math.min(distance, size - distance) * each;
            steps.receive(null, pieces + distance * each, bytes, (rank + distance) % size);
            steps.send(null, pieces, bytes, (rank - distance + size) % size);
            steps.endRound();
        }
        steps.copy(null, pieces, all.array(), all.at(rank), (size - rank) * each);
        steps.copy(null, pieces + (size - rank) * each, all.array(), all.at(0), rank * each);
    }
}
