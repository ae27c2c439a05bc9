package org.hawser.mpi.comm;

import java.util.HashMap;
import java.util.Map;
import org.hawser.mpi.env.Host;

/**
 * Which processes of a communicator share memory.
 *
 * <p><b>Threads:</b> stateless; {@link #of} is collective.
 */
public final class Nodes {
    private Nodes() {
    }

    /** Collective: for each process the lowest rank of its node. */
    public static int[] of(Communicator comm) {
        return Agreement.of(comm).reach(() -> Host.node(comm.point().rank()).chars().toArray(), all -> {
            Map<String, Integer> first = new HashMap<>();
            int[] nodes = new int[all.length];
            for (int i = 0; i < all.length; i++) {
                String name = new String(all[i], 0, all[i].length);
                first.putIfAbsent(name, i);
                nodes[i] = first.get(name);
            }
            return nodes;
        });
    }
}
