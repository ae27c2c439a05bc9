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
        int rank = steps.rank();
        if (Fold.isOut(rank, steps.size(), root)) {
            steps.send(mine, mineAt, bytes, Fold.other(rank));
            steps.endRound();
            return;
        }
        Object work = rank == root ? result : null;
        long workAt = rank == root ? resultAt : steps.memory(bytes);
        long arrived = steps.memory(bytes);
        steps.copy(mine, mineAt, work, workAt, bytes);
        Fold.in(steps, root, reduction, work, workAt, arrived, bytes);
        Halving.run(steps, reduction, root, work, workAt, arrived, bytes);
        collect(steps, reduction.item(), work, workAt, bytes, root);
    }

    /** Of each pair that differs in one bit the one that has the root's bit goes on. */
    private static void collect(Steps steps, int item, Object work, long workAt, long bytes, int root) {
        int size = steps.size();
        int numbers = Fold.numbers(size);
        int number = Fold.number(steps.rank(), size);
        int target = Fold.number(root, size);
        for (int distance = 1; distance < numbers; distance <<= 1) {
            int other = Fold.rank(number ^ distance, size, root);
            boolean gives = ((number ^ target) & distance) != 0;
            int part = number & -distance ^ (gives ? 0 : distance);
            long from = Parts.start(part, numbers, bytes, item);
            long length = Parts.start(part + distance, numbers, bytes, item) - from;
            if (gives) {
                steps.send(work, workAt + from, length, other);
                steps.endRound();
                return;
            }
            steps.receive(work, workAt + from, length, other);
            steps.endRound();
        }
    }
}
