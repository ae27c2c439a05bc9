package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * Everybody sends to the root, which receives all pieces at once.
 *
 * <p>Cost: (p − 1) · (α + nβ).
 */
final class GatherLinear implements Gather {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void run(Steps steps, Object array, long at, long bytes, Blocks all, int root) {
        if (steps.rank() != root) {
            steps.send(array, at, bytes, root);
            steps.endRound();
            return;
        }
        for (int i = 0; i < steps.size(); i++) {
            if (i != root) {
                steps.receive(all.array(), all.at(i), all.bytes(i), i);
            }
        }
        steps.endRound();
    }
}
