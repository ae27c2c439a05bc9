package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Steps;

/**
 * The root sends each its piece.
 *
 * <p>Cost: (p − 1) · (α + nβ).
 */
final class ScatterLinear implements Scatter {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void run(Steps steps, Blocks all, Object array, long at, long bytes, int root) {
        if (steps.rank() != root) {
            steps.receive(array, at, bytes, root);
            steps.endRound();
            return;
        }
        for (int i = 0; i < steps.size(); i++) {
            if (i != root) {
                steps.send(all.array(), all.at(i), all.bytes(i), i);
            }
        }
        steps.endRound();
    }
}
