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
 * @param isNear    whether it is on this rank's node
 * @param directory its node's directory, where the two meet in memory; else null
 * @param shared    what the ranks of this process share, where the two meet in it; else null
 * @param contact   its {@link Domain#contact()}, or null when no network leads there
 */
public record ForeignRank(int rank, long stamp, boolean isNear, Path directory, ConcurrentMap<Object, Object> shared,
                          String contact) {
    /** Stamps are not below this; what ranks of one job sign with are their numbers, which are. */
    public static final long FIRST_STAMP = 1L << 32;

    /** Checks the stamp. */
    public ForeignRank {
        if (stamp < FIRST_STAMP) {
            throw new IllegalArgumentException("not the stamp of a foreign rank: stamp=" + stamp);
        }
    }

    /** True when the two share memory to meet in. */
    public boolean meetsInMemory() {
        return directory != null || shared != null;
    }
}
