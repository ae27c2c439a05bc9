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
        int size = steps.size();
        long arrived = steps.memory(bytes);
        if (Fold.in(steps, -1, reduction, array, at, arrived, bytes)) {
            int number = Fold.number(steps.rank(), size);
            for (int distance = 1; distance < Fold.numbers(size); distance <<= 1) {
                int other = number ^ distance;
                steps.receive(null, arrived, bytes, Fold.rank(other, size, -1));
                steps.send(array, at, bytes, Fold.rank(other, size, -1));
                steps.endRound();
                if (other < number) {
                    steps.combine(reduction, null, arrived, array, at, bytes);
                } else {
                    steps.combine(reduction, array, at, null, arrived, array, at, bytes);
                }
            }
        }
        Fold.out(steps, -1, array, at, bytes);
    }
}
