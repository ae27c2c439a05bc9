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

    /**
     * Leaves part {@code i} of the result at number {@code i}; for ranks that stay in, and operations in any order.
     *
     * @param kept as in {@link Fold}
     * @param all  the bytes of all items
     */
    static void run(Steps steps, Reduction reduction, int kept, Object array, long at, long arrived, long all) {
        int numbers = Fold.numbers(steps.size());
        int number = Fold.number(steps.rank(), steps.size());
        int from = 0;
        for (int distance = numbers >> 1; distance > 0; distance >>= 1) {
            int other = Fold.rank(number ^ distance, steps.size(), kept);
            int middle = from + distance;
            int keep = (number & distance) == 0 ? from : middle;
            int give = keep == from ? middle : from;
            long keepAt = Parts.start(keep, numbers, all, reduction.item());
            long bytes = Parts.start(keep + distance, numbers, all, reduction.item()) - keepAt;
            long giveAt = Parts.start(give, numbers, all, reduction.item());
            steps.receive(null, arrived, bytes, other);
            steps.send(array, at + giveAt, Parts.start(give + distance, numbers, all, reduction.item()) - giveAt,
                other);
            steps.endRound();
            steps.combine(reduction, null, arrived, array, at + keepAt, bytes);
            from = keep;
        }
    }
}
