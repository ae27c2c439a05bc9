package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * From rank to rank, each adding its items to what it sends on.
 *
 * <p>Cost: (p − 1) · (α + nβ + nγ) for the last rank.
 */
final class ExScanLinear implements ExScan {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object array, long at, long bytes) {
        int rank = steps.rank();
        boolean last = rank == steps.size() - 1;
        if (rank == 0) {
            if (!last) {
                steps.send(array, at, bytes, 1);
                steps.endRound();
            }
            return;
        }
        long before = steps.memory(bytes);
        steps.receive(null, before, bytes, rank - 1);
        steps.endRound();
        if (!last) {
            steps.combine(reduction, null, before, array, at, bytes);
            steps.send(array, at, bytes, rank + 1);
            steps.endRound();
        }
        steps.copy(null, before, array, at, bytes);
    }
}
