package org.hawser.fabric;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentMap;

/**
 * Where a rank is in its job, as far as a provider needs to know.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param rank      this rank
 * @param size      ranks in the job
 * @param localSize ranks on this node
 * @param directory the node's directory in shared memory, or null when ranks meet inside one process
 * @param shared    what the ranks of one process share, or null when each has its own process
 */
public record Place(int rank, int size, int localSize, Path directory, ConcurrentMap<Object, Object> shared) {
}
