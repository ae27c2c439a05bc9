package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * A binomial tree, up which items are combined. Where the order matters the tree stands on rank 0, so that each subtree
 * is a run of ranks, and the result is sent on to the root.
 *
 * <p>Cost: ⌈lg p⌉ · (α + nβ + nγ), and α + nβ more where the order matters and the root is not rank 0.
 */
final class ReduceBinomial implements Reduce {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                    long bytes, int root) {
        int top = reduction.isCommutative() ? root : 0;
        int rank = steps.rank();
        int size = steps.size();
        int place = Tree.place(rank, top, size);
        int whole = Tree.span(place, size);
        Object sum = mine;
        long sumAt = mineAt;
        if (Tree.count(place, whole, size) > 1) {
            boolean inResult = rank == top && top == root;
            Object target = inResult ? result : null;
            long targetAt = inResult ? resultAt : steps.memory(bytes);
            long arrived = steps.memory(bytes);
            for (int span = 1; span < whole && place + span < size; span <<= 1) {
                steps.receive(null, arrived, bytes, Tree.rank(place + span, top, size));
                steps.endRound();
                steps.combine(reduction, sum, sumAt, null, arrived, target, targetAt, bytes);
                sum = target;
                sumAt = targetAt;
            }
        }
        if (rank != top) {
            steps.send(sum, sumAt, bytes, Tree.rank(Tree.parent(place), top, size));
            steps.endRound();
        }
        if (top == root) {
            return;
        }
        if (rank == top) {
            steps.send(sum, sumAt, bytes, root);
            steps.endRound();
        } else if (rank == root) {
            steps.receive(result, resultAt, bytes, top);
            steps.endRound();
        }
    }
}
