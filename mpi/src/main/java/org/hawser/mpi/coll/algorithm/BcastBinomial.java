package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;

/**
 * A binomial tree: who has the bytes sends them on, to the largest subtree first. A rank may have room for more than
 * the root gives.
 *
 * <p>Cost: ⌈lg p⌉ · (α + nβ).
 */
final class BcastBinomial implements Bcast {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public boolean allowsShorter(Steps steps, long bytes) {
        return true;
    }

    @Override
    public void run(Steps steps, Object array, long at, long bytes, int root) {
        int size = steps.size();
        int place = Tree.place(steps.rank(), root, size);
        if (place != 0) {
            steps.allowShorter();
            steps.receive(array, at, bytes, Tree.rank(Tree.parent(place), root, size));
            steps.endRound();
        }
        for (int span = Tree.span(place, size) >> 1; span > 0; span >>= 1) {
            if (place + span < size) {
                steps.send(array, at, bytes, Tree.rank(place + span, root, size));
            }
        }
        steps.endRound();
    }
}
