package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * Bruck's: a piece that must go d ranks further goes 2^k further in round k if bit k of d is set, together with all
 * others that do.
 *
 * <p>Cost: ⌈lg p⌉ · (α + np/2 · β), and two copies of all.
 */
final class AllToAllBruck implements AllToAll {
    @Override
    public String name() {
        return "bruck";
    }

    @Override
    public int cannot() {
        return UNEQUAL;
    }

    @Override
    public void run(Steps steps, Blocks out, Blocks in) {
        int size = steps.size();
        int rank = steps.rank();
        long each = out.each();
        // Piece d lies at d: the one for the rank d after this one; later, the one that has come from d before it.
        long pieces = steps.memory(size * each);
        long going = steps.memory((size + 1) / 2 * each);
        long coming = steps.memory((size + 1) / 2 * each);
        for (int d = 0; d < size; d++) {
            steps.copy(out.array(), out.at((rank + d) % size), null, pieces + d * each, each);
        }
        for (int distance = 1; distance < size; distance <<= 1) {
            int count = 0;
            for (int d = distance; d < size; d = d + 1 | distance) {
                steps.copy(null, pieces + d * each, null, going + count++ * each, each);
            }
            steps.receive(null, coming, count * each, (rank - distance + size) % size);
            steps.send(null, going, count * each, (rank + distance) % size);
            steps.endRound();
            count = 0;
            for (int d = distance; d < size; d = d + 1 | distance) {
                steps.copy(null, coming + count++ * each, null, pieces + d * each, each);
            }
        }
        for (int d = 0; d < size; d++) {
            steps.copy(null, pieces + d * each, in.array(), in.at((rank - d + size) % size), each);
        }
    }
}
