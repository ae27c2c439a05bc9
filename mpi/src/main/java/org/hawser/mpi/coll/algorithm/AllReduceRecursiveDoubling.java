package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Recursive doubling: in round k ranks 2^k apart exchange what they have and combine it, in the order of the ranks.
 *
 * <p>Cost: lg p · (α + nβ + nγ); 2 (α + nβ) + nγ more where p is no power of two.
 */
final class AllReduceRecursiveDoubling implements AllReduce {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object array, long at, long bytes) {
        Fold fold = new Fold(steps.size(), -1);
        long arrived = steps.memory(bytes);
        if (fold.in(steps, reduction, array, at, arrived, bytes)) {
            int number = fold.number(steps.rank());
            for (int distance = 1; distance < fold.numbers(); distance <<= 1) {
                int other = number ^ distance;
                steps.receive(null, arrived, bytes, fold.rank(other));
                steps.send(array, at, bytes, fold.rank(other));
                steps.endRound();
                if (other < number) {
                    steps.combine(reduction, null, arrived, array, at, bytes);
                } else {
                    steps.combine(reduction, array, at, null, arrived, array, at, bytes);
                }
            }
        }
        fold.out(steps, array, at, bytes);
    }
}
