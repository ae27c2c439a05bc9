package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Recursive doubling: in round k ranks 2^k apart exchange what their groups of 2^k have together; what comes from
 * before also goes into the result.
 *
 * <p>Cost: ⌈lg p⌉ · (α + nβ + 2nγ).
 */
final class ScanRecursiveDoubling implements Scan {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object array, long at, long bytes) {
        int rank = steps.rank();
        long together = steps.memory(bytes);
        long arrived = steps.memory(bytes);
        steps.copy(array, at, null, together, bytes);
        for (int distance = 1; distance < steps.size(); distance <<= 1) {
            int other = rank ^ distance;
            if (other < steps.size()) {
                steps.receive(null, arrived, bytes, other);
                steps.send(null, together, bytes, other);
                steps.endRound();
                if (other < rank) {
                    steps.combine(reduction, null, arrived, array, at, bytes);
                    steps.combine(reduction, null, arrived, null, together, bytes);
                } else {
                    steps.combine(reduction, null, together, null, arrived, null, together, bytes);
                }
            }
        }
    }
}
