package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * In round i each sends the rank i after it that one's piece, and combines what the one i before it sends.
 *
 * <p>Cost: (p − 1) · (α + nβ + nγ) for pieces of n bytes.
 */
final class ReduceScatterPairwise implements ReduceScatter {
    @Override
    public String name() {
        return "pairwise";
    }

    @Override
    public int cannot() {
        return ORDERED;
    }

    @Override
    public void run(Steps steps, Reduction reduction, Blocks mine, Object result, long resultAt) {
        int size = steps.size();
        int rank = steps.rank();
        long bytes = mine.bytes(rank);
        long arrived = steps.memory(bytes);
        steps.copy(mine.array(), mine.at(rank), result, resultAt, bytes);
        for (int i = 1; i < size; i++) {
            int to = (rank + i) % size;
            steps.receive(null, arrived, bytes, (rank - i + size) % size);
            steps.send(mine.array(), mine.at(to), mine.bytes(to), to);
            steps.endRound();
            steps.combine(reduction, null, arrived, result, resultAt, bytes);
        }
    }
}
