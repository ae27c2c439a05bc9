package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;

/**
 * A binomial tree: who has the bytes sends them on, to the largest subtree first.
 *
 * <p>Cost: ⌈lg p⌉ · (α + nβ).
 */
final class BcastBinomial implements Bcast {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public void run(Steps steps, Object array, long at, long bytes, int root) {
        Tree tree = new Tree(steps.rank(), root, steps.size());
        if (!tree.isRoot()) {
            steps.receive(array, at, bytes, tree.parent());
            steps.endRound();
        }
        for (int span = tree.span() >> 1; span > 0; span >>= 1) {
            if (tree.hasChild(span)) {
                steps.send(array, at, bytes, tree.child(span));
            }
        }
        steps.endRound();
    }
}
