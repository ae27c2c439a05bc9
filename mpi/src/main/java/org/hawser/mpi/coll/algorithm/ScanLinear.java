package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * From rank to rank, each adding its items.
 *
 * <p>Cost: (p − 1) · (α + nβ + nγ) for the last rank.
 */
final class ScanLinear implements Scan {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object array, long at, long bytes) {
        int rank = steps.rank();
        if (rank > 0) {
            long arrived = steps.memory(bytes);
            steps.receive(null, arrived, bytes, rank - 1);
            steps.endRound();
            steps.combine(reduction, null, arrived, array, at, bytes);
        }
        if (rank < steps.size() - 1) {
            steps.send(array, at, bytes, rank + 1);
            steps.endRound();
        }
    }
}
