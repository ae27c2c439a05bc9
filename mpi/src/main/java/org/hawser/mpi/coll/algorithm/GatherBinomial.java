package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * A binomial tree: each collects the pieces of its subtree and sends them to its parent in one message.
 *
 * <p>Cost: ⌈lg p⌉ · α + (p − 1) · nβ.
 */
final class GatherBinomial implements Gather {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public int cannot() {
        return UNEQUAL;
    }

    @Override
    public void run(Steps steps, Object array, long at, long bytes, Blocks all, int root) {
        Tree tree = new Tree(steps.rank(), root, steps.size());
        int place = tree.place();
        if (tree.isRoot()) {
            collect(steps, tree, all, bytes);
            return;
        }
        int span = tree.span();
        int count = tree.count(place, span);
        if (count == 1) {
            steps.send(array, at, bytes, tree.parent());
            steps.endRound();
            return;
        }
        long pieces = steps.memory(count * bytes);
        steps.copy(array, at, null, pieces, bytes);
        for (int below = 1; below < span; below <<= 1) {
            if (tree.hasChild(below)) {
                steps.receive(null, pieces + below * bytes, tree.count(place + below, below) * bytes,
                    tree.child(below));
            }
        }
        steps.endRound();
        steps.send(null, pieces, count * bytes, tree.parent());
        steps.endRound();
    }

    private static void collect(Steps steps, Tree tree, Blocks all, long bytes) {
        int size = steps.size();
        long split = 0;
        int splitPlace = 0;
        int splitCount = 0;
        for (int below = 1; below < tree.span(); below <<= 1) {
            if (!tree.hasChild(below)) {
                continue;
            }
            int child = tree.child(below);
            int count = tree.count(below, below);
            if (child + count <= size) {
                steps.receive(all.array(), all.at(child), count * bytes, child);
            } else {
                // These pieces go past the last rank and on from the first: at most one subtree does.
                split = steps.memory(count * bytes);
                splitPlace = child;
                splitCount = count;
                steps.receive(null, split, count * bytes, child);
            }
        }
        steps.endRound();
        if (splitCount > 0) {
            int head = size - splitPlace;
            steps.copy(null, split, all.array(), all.at(splitPlace), head * bytes);
            steps.copy(null, split + head * bytes, all.array(), all.at(0), (splitCount - head) * bytes);
        }
    }
}
