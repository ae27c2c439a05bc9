package org.hawser.runtime.launch;

import java.util.Map;
import org.hawser.fabric.NodeMap;

/**
 * The variables by which Open MPI's launcher tells a process who it is. Programs read them, for instance to choose a
 * file or a device by the rank on the node; so ranks that Hawser starts as processes have them too. Hawser itself never
 * reads them.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class OpenMpiVariables {
    private static final String PREFIX = "OMPI_COMM_WORLD_";

    private OpenMpiVariables() {
    }

    /**
     * Adds them to the environment of a rank.
     *
     * @param environment what the rank's process will have
     * @param rank        the rank
     * @param nodes       the ranks of its job
     */
    public static void write(Map<String, String> environment, int rank, NodeMap nodes) {
        put(environment, "RANK", rank);
        put(environment, "SIZE", nodes.size());
        put(environment, "LOCAL_RANK", nodes.localIndex(rank));
        put(environment, "LOCAL_SIZE", nodes.localSize(rank));
        put(environment, "NODE_RANK", nodes.localIndex(rank));
    }

    private static void put(Map<String, String> environment, String name, int value) {
        environment.put(PREFIX + name, Integer.toString(value));
    }
}
