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
        int size = steps.size();
        int place = Tree.place(steps.rank(), root, size);
        if (place == 0) {
            collect(steps, all, bytes);
            return;
        }
        int parent = Tree.rank(Tree.parent(place), root, size);
        int span = Tree.span(place, size);
        int count = Tree.count(place, span, size);
        if (count == 1) {
            steps.send(array, at, bytes, parent);
            steps.endRound();
            return;
        }
        long pieces = steps.memory(count * bytes);
        steps.copy(array, at, null, pieces, bytes);
        for (int below = 1; below < span; below <<= 1) {
            if (place + below < size) {
                steps.receive(null, pieces + below * bytes, Tree.count(place + below, below, size) * bytes,
                    Tree.rank(place + below, root, size));
            }
        }
        steps.endRound();
        steps.send(null, pieces, count * bytes, parent);
        steps.endRound();
    }

    private static void collect(Steps steps, Blocks all, long bytes) {
        int size = steps.size();
        int span = Tree.span(0, size);
        long split = 0;
        int splitPlace = 0;
        int splitCount = 0;
        for (int below = 1; below < span && below < size; below <<= 1) {
            int child = Tree.rank(below, steps.rank(), size);
            int count = Tree.count(below, below, size);
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
