package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * Recursive doubling: in round k ranks 2^k apart exchange all the pieces they have.
 *
 * <p>Cost: lg p · α + (p − 1) · nβ; for powers of two.
 */
final class AllGatherRecursiveDoubling implements AllGather {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    @Override
    public int cannot() {
        return UNEQUAL | ODD;
    }

    @Override
    public void run(Steps steps, Blocks all) {
        int rank = steps.rank();
        for (int distance = 1; distance < steps.size(); distance <<= 1) {
            int other = rank ^ distance;
            long bytes = distance * all.each();
            steps.receive(all.array(), all.at(other & -distance), bytes, other);
            steps.send(all.array(), all.at(rank & -distance), bytes, other);
            steps.endRound();
        }
    }
}
