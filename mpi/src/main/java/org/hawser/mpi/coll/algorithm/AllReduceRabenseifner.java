package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Rabenseifner's: the items are combined by recursive halving, after which each has a part of the result; then the
 * parts are collected at all by recursive doubling.
 *
 * <p>Cost: 2 lg p · α + 2 (p − 1)/p · nβ + (p − 1)/p · nγ; 2 (α + nβ) + nγ more where p is no power of two.
 */
final class AllReduceRabenseifner implements AllReduce {
    @Override
    public String name() {
        return "rabenseifner";
    }

    @Override
    public int cannot() {
        return ORDERED | FEW;
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object array, long at, long bytes) {
        int size = steps.size();
        long arrived = steps.memory(bytes);
        if (Fold.in(steps, -1, reduction, array, at, arrived, bytes)) {
            Halving.run(steps, reduction, -1, array, at, arrived, bytes);
            int number = Fold.number(steps.rank(), size);
            int numbers = Fold.numbers(size);
            for (int distance = 1; distance < numbers; distance <<= 1) {
                int other = Fold.rank(number ^ distance, size, -1);
                int mine = number & -distance;
                int its = mine ^ distance;
                long itsAt = Parts.start(its, numbers, bytes, reduction.item());
                long mineAt = Parts.start(mine, numbers, bytes, reduction.item());
                steps.receive(array, at + itsAt, Parts.start(its + distance, numbers, bytes, reduction.item()) - itsAt,
                    other);
                steps.send(array, at + mineAt, Parts.start(mine + distance, numbers, bytes, reduction.item()) - mineAt,
                    other);
                steps.endRound();
            }
        }
        Fold.out(steps, -1, array, at, bytes);
    }
}
