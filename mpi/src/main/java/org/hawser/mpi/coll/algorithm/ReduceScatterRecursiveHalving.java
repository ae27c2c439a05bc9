package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Recursive halving, with the pieces of the ranks as parts. A rank that stands for two sends the other one its piece at
 * the end.
 *
 * <p>Cost: lg p · α + (p − 1)/p · (nβ + nγ) for n bytes of all pieces; 2α + nβ + nγ more where p is no power of two.
 */
final class ReduceScatterRecursiveHalving implements ReduceScatter {
    @Override
    public String name() {
        return "recursive-halving";
    }

    @Override
    public int cannot() {
        return ORDERED;
    }

    @Override
    public void run(Steps steps, Reduction reduction, Blocks mine, Object result, long resultAt) {
        int rank = steps.rank();
        if (Fold.isOut(rank, steps.size(), -1)) {
            steps.send(mine.array(), mine.at(0), mine.total(steps.size()), Fold.other(rank));
            steps.endRound();
            steps.receive(result, resultAt, mine.bytes(rank), Fold.other(rank));
            steps.endRound();
            return;
        }
        long total = mine.total(steps.size());
        long work = steps.memory(total);
        long arrived = steps.memory(total);
        steps.copy(mine.array(), mine.at(0), null, work, total);
        Fold.in(steps, -1, reduction, null, work, arrived, total);
        halve(steps, reduction, mine, work, arrived);
        steps.copy(null, work + offset(mine, rank), result, resultAt, mine.bytes(rank));
        if (Fold.isTwo(rank, steps.size(), -1)) {
            int other = Fold.other(rank);
            steps.send(null, work + offset(mine, other), mine.bytes(other), other);
            steps.endRound();
        }
    }

    private static void halve(Steps steps, Reduction reduction, Blocks mine, long work, long arrived) {
        int size = steps.size();
        int number = Fold.number(steps.rank(), size);
        int from = 0;
        for (int distance = Fold.numbers(size) >> 1; distance > 0; distance >>= 1) {
            int other = Fold.rank(number ^ distance, size, -1);
            int middle = from + distance;
            int keep = (number & distance) == 0 ? from : middle;
            int give = keep == from ? middle : from;
            long keepAt = offset(mine, Fold.first(keep, size));
            long keepBytes = end(mine, Fold.first(keep + distance, size)) - keepAt;
            long giveAt = offset(mine, Fold.first(give, size));
            steps.receive(null, arrived, keepBytes, other);
            steps.send(null, work + giveAt, end(mine, Fold.first(give + distance, size)) - giveAt, other);
            steps.endRound();
            steps.combine(reduction, null, arrived, null, work + keepAt, keepBytes);
            from = keep;
        }
    }

    private static long offset(Blocks mine, int rank) {
        return mine.at(rank) - mine.at(0);
    }

    /** Where the pieces before {@code rank} end. */
    private static long end(Blocks mine, int rank) {
        return offset(mine, rank - 1) + mine.bytes(rank - 1);
    }
}
