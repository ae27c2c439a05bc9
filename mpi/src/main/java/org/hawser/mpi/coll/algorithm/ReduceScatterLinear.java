package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Each gets its piece from everybody in one round, and combines all in the order of the ranks.
 *
 * <p>Cost: (p − 1) · (α + nβ + nγ) for pieces of n bytes, and memory for p − 1 of them.
 */
final class ReduceScatterLinear implements ReduceScatter {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void run(Steps steps, Reduction reduction, Blocks mine, Object result, long resultAt) {
        int size = steps.size();
        int rank = steps.rank();
        long bytes = mine.bytes(rank);
        long pieces = steps.memory(size * bytes);
        for (int i = 1; i < size; i++) {
            int from = (rank - i + size) % size;
            steps.receive(null, pieces + from * bytes, bytes, from);
        }
        for (int i = 1; i < size; i++) {
            int to = (rank + i) % size;
            steps.send(mine.array(), mine.at(to), mine.bytes(to), to);
        }
        steps.copy(mine.array(), mine.at(rank), null, pieces + rank * bytes, bytes);
        steps.endRound();
        Object sum = null;
        long sumAt = pieces;
        for (int i = 1; i < size; i++) {
            steps.combine(reduction, sum, sumAt, null, pieces + i * bytes, result, resultAt, bytes);
            sum = result;
            sumAt = resultAt;
        }
    }
}
