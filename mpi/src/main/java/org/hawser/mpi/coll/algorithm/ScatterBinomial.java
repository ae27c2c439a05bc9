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
        int size = steps.size();
        int place = Tree.place(steps.rank(), root, size);
        if (place == 0) {
            dealOut(steps, all, bytes);
            return;
        }
        int parent = Tree.rank(Tree.parent(place), root, size);
        int span = Tree.span(place, size);
        int count = Tree.count(place, span, size);
        if (count == 1) {
            steps.receive(array, at, bytes, parent);
            steps.endRound();
            return;
        }
        long pieces = steps.memory(count * bytes);
        steps.receive(null, pieces, count * bytes, parent);
        steps.endRound();
        for (int below = span >> 1; below > 0; below >>= 1) {
            if (place + below < size) {
                steps.send(null, pieces + below * bytes, Tree.count(place + below, below, size) * bytes,
                    Tree.rank(place + below, root, size));
            }
        }
        steps.copy(null, pieces, array, at, bytes);
        steps.endRound();
    }

    private static void dealOut(Steps steps, Blocks all, long bytes) {
        int size = steps.size();
        for (int below = Tree.span(0, size) >> 1; below > 0; below >>= 1) {
            int child = Tree.rank(below, steps.rank(), size);
            int count = Tree.count(below, below, size);
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
