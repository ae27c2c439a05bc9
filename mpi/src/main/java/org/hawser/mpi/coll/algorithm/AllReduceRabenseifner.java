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
        Fold fold = new Fold(steps.size(), -1);
        long arrived = steps.memory(bytes);
        if (fold.in(steps, reduction, array, at, arrived, bytes)) {
            Parts parts = new Parts(bytes, reduction.item(), fold.numbers());
            Halving.run(steps, reduction, fold, parts, array, at, arrived);
            int number = fold.number(steps.rank());
            for (int distance = 1; distance < fold.numbers(); distance <<= 1) {
                int other = fold.rank(number ^ distance);
                int mine = number & -distance;
                int its = mine ^ distance;
                steps.receive(array, at + parts.start(its), parts.between(its, its + distance), other);
                steps.send(array, at + parts.start(mine), parts.between(mine, mine + distance), other);
                steps.endRound();
            }
        }
        fold.out(steps, array, at, bytes);
    }
}
