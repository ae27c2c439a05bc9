package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.node.NodeCollectives;

/**
 * The root writes into shared memory, all others read there.
 *
 * <p>Cost: α + 2nβ for few bytes, (n + c)β for many in chunks of c.
 */
final class BcastNode implements Bcast {
    @Override
    public String name() {
        return "node";
    }

    @Override
    public int cannot() {
        return SCHEDULED | APART;
    }

    @Override
    public boolean allowsShorter(Steps steps, long bytes) {
        return NodeCollectives.isShort(bytes);
    }

    @Override
    public void run(Steps steps, Object array, long at, long bytes, int root) {
        steps.node().bcast(array, at, bytes, root);
    }
}
