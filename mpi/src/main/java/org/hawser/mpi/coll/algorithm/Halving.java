package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Recursive halving: ranks half of all apart exchange the halves of their items that the other one goes on with, and
 * combine; then the same among each half, until each has one part combined of all.
 *
 * <p>Cost: lg p · α + (p − 1)/p · (nβ + nγ).
 */
final class Halving {
    private Halving() {
    }

    /** Leaves part {@code i} of the result at number {@code i}; for ranks that stay in, and operations in any order. */
    static void run(Steps steps, Reduction reduction, Fold fold, Parts parts, Object array, long at, long arrived) {
        int number = fold.number(steps.rank());
        int from = 0;
        for (int distance = fold.numbers() >> 1; distance > 0; distance >>= 1) {
            int other = fold.rank(number ^ distance);
            int middle = from + distance;
            int keep = (number & distance) == 0 ? from : middle;
            int give = keep == from ? middle : from;
            long bytes = parts.between(keep, keep + distance);
            steps.receive(null, arrived, bytes, other);
            steps.send(array, at + parts.start(give), parts.between(give, give + distance), other);
            steps.endRound();
            steps.combine(reduction, null, arrived, array, at + parts.start(keep), bytes);
            from = keep;
        }
    }
}
