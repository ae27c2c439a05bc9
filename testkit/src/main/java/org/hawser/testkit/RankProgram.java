package org.hawser.testkit;

import org.hawser.runtime.Rank;

/**
 * What every rank of a test's job does.
 *
 * <p><b>Threads:</b> called once for each rank, on a thread of that rank's own.
 */
@FunctionalInterface
public interface RankProgram {
    /** Runs as one rank; the rank is closed when this returns. */
    void run(Rank rank) throws Exception;
}
