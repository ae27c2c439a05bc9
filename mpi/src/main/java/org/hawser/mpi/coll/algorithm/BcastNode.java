package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Direct;
import org.hawser.mpi.coll.Steps;

/**
 * In memory that all ranks share: one writer, many readers.
 *
 * <p>Cost: α + 2nβ.
 */
final class BcastNode implements Bcast {
    @Override
    public String name() {
        return NODE;
    }

    @Override
    public int cannot() {
        return SCHEDULED | UNEQUAL;
    }

    @Override
    public boolean isOnNode() {
        return true;
    }

    @Override
    public void run(Steps steps, Object array, long at, long bytes, int root) {
        ((Direct) steps).node().bcast(array, at, bytes, root);
    }
}
