package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * A binomial tree: each gets the pieces of its subtree in one message, keeps its own and sends the others on.
 *
 * <p>Cost: ⌈lg p⌉ · α + (p − 1) · nβ.
 */
final class ScatterBinomial implements Scatter {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public int cannot() {
        return UNEQUAL;
    }

    @Override
    public void run(Steps steps, Blocks all, Object array, long at, long bytes, int root) {
        Tree tree = new Tree(steps.rank(), root, steps.size());
        if (tree.isRoot()) {
            dealOut(steps, tree, all, bytes);
            return;
        }
        int place = tree.place();
        int span = tree.span();
        int count = tree.count(place, span);
        if (count == 1) {
            steps.receive(array, at, bytes, tree.parent());
            steps.endRound();
            return;
        }
        long pieces = steps.memory(count * bytes);
        steps.receive(null, pieces, count * bytes, tree.parent());
        steps.endRound();
        for (int below = span >> 1; below > 0; below >>= 1) {
            if (tree.hasChild(below)) {
                steps.send(null, pieces + below * bytes, tree.count(place + below, below) * bytes, tree.child(below));
            }
        }
        steps.copy(null, pieces, array, at, bytes);
        steps.endRound();
    }

    private static void dealOut(Steps steps, Tree tree, Blocks all, long bytes) {
        int size = steps.size();
        for (int below = tree.span() >> 1; below > 0; below >>= 1) {
            if (!tree.hasChild(below)) {
                continue;
            }
            int child = tree.child(below);
            int count = tree.count(below, below);
            if (child + count <= size) {
                steps.send(all.array(), all.at(child), count * bytes, child);
            } else {
                // These pieces go past the last rank and on from the first: at most one subtree does.
                int head = size - child;
                long joined = steps.memory(count * bytes);
                steps.copy(all.array(), all.at(child), null, joined, head * bytes);
                steps.copy(all.array(), all.at(0), null, joined + head * bytes, (count - head) * bytes);
                steps.send(null, joined, count * bytes, child);
            }
        }
        steps.endRound();
    }
}
