package org.hawser.fabric;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentMap;

/**
 * Where a rank of another job is, as far as a provider needs to know to reach it.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param rank      its number in its own job
 * @param stamp     how it signs what it sends to ranks of other jobs; never that of another rank
 * @param directory its node's directory, or null when its job meets inside one process
 * @param shared    what the ranks of that process share, or null when its job meets in a directory
 */
public record ForeignRank(int rank, long stamp, Path directory, ConcurrentMap<Object, Object> shared) {
    /** Stamps are not below this; what ranks of one job sign with are their numbers, which are. */
    public static final long FIRST_STAMP = 1L << 32;

    /** Checks the stamp. */
    public ForeignRank {
        if (stamp < FIRST_STAMP) {
            throw new IllegalArgumentException("not the stamp of a foreign rank: stamp=" + stamp);
        }
    }
}
