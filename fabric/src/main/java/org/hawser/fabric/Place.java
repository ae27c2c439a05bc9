package org.hawser.fabric;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentMap;
import org.hawser.platform.settings.Settings;

/**
 * Where a rank is in its job, as far as a provider needs to know.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param rank      this rank
 * @param nodes     the ranks of the job and which nodes they are on
 * @param directory the node's directory in shared memory, or null when ranks meet inside one process
 * @param shared    what the ranks of one process share, or null when each has its own process
 * @param wireUp    where ranks find each other's addresses; not asked unless a provider needs it
 */
public record Place(int rank, NodeMap nodes, Path directory, ConcurrentMap<Object, Object> shared, WireUp wireUp) {
    /** The ranks of the job. */
    public int size() {
        return nodes.size();
    }

    /**
     * Whether ranks of other jobs that are on other hosts shall reach those of this one, be they on one node or on
     * several: {@code hawser.meet}.
     *
     * @throws IllegalArgumentException when the setting is neither {@code node} nor {@code hosts}
     */
    public static boolean meetsHosts() {
        return Settings.word("hawser.meet", "node", "node", "hosts").equals("hosts");
    }

    /** True when {@code peer}, a rank of this job, is on this rank's node. */
    public boolean isNear(int peer) {
        return nodes.isSameNode(rank, peer);
    }
}
