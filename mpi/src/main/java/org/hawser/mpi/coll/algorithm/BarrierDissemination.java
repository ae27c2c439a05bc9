package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;

/**
 * Dissemination: in round k each tells the rank 2^k after it, and hears from the one 2^k before it.
 *
 * <p>Cost: ⌈lg p⌉ · α.
 */
final class BarrierDissemination implements Barrier {
    @Override
    public String name() {
        return "dissemination";
    }

    @Override
    public void run(Steps steps) {
        int size = steps.size();
        for (int distance = 1; distance < size; distance <<= 1) {
            steps.receive(null, 0, 0, (steps.rank() - distance + size) % size);
            steps.send(null, 0, 0, (steps.rank() + distance) % size);
            steps.endRound();
        }
    }
}
