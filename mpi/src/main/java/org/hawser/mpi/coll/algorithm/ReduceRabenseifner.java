package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Rabenseifner's: the items are combined by recursive halving, after which each has a part of the result; then the
 * parts are gathered at the root along a binomial tree.
 *
 * <p>Cost: 2 lg p · α + 2 (p − 1)/p · nβ + (p − 1)/p · nγ; α + nβ + nγ more where p is no power of two.
 */
final class ReduceRabenseifner implements Reduce {
    @Override
    public String name() {
        return "rabenseifner";
    }

    @Override
    public int cannot() {
        return ORDERED | FEW;
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                    long bytes, int root) {
        Fold fold = new Fold(steps.size(), root);
        int rank = steps.rank();
        if (fold.isOut(rank)) {
            steps.send(mine, mineAt, bytes, Fold.other(rank));
            steps.endRound();
            return;
        }
        Object work = rank == root ? result : null;
        long workAt = rank == root ? resultAt : steps.memory(bytes);
        long arrived = steps.memory(bytes);
        steps.copy(mine, mineAt, work, workAt, bytes);
        fold.in(steps, reduction, work, workAt, arrived, bytes);
        Parts parts = new Parts(bytes, reduction.item(), fold.numbers());
        Halving.run(steps, reduction, fold, parts, work, workAt, arrived);
        collect(steps, fold, parts, work, workAt, root);
    }

    /** Of each pair that differs in one bit the one that has the root's bit goes on. */
    private static void collect(Steps steps, Fold fold, Parts parts, Object work, long workAt, int root) {
        int number = fold.number(steps.rank());
        int target = fold.number(root);
        for (int distance = 1; distance < fold.numbers(); distance <<= 1) {
            int other = number ^ distance;
            int from = number & -distance;
            if (((number ^ target) & distance) != 0) {
                steps.send(work, workAt + parts.start(from), parts.between(from, from + distance), fold.rank(other));
                steps.endRound();
                return;
            }
            from ^= distance;
            steps.receive(work, workAt + parts.start(from), parts.between(from, from + distance), fold.rank(other));
            steps.endRound();
        }
    }
}
