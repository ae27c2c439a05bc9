package org.hawser.pgas;

import java.util.ServiceLoader;
import org.hawser.runtime.Rank;
import org.hawser.runtime.RankGroups;

/**
 * Finds the ranks of a communicator, whichever model of the program it belongs to.
 *
 * <p><b>Threads:</b> any.
 */
final class Communicators {
    private Communicators() {
    }

    /** Its ranks, in its order. */
    static int[] ranksOf(Object communicator) {
        if (communicator == null) {
            throw new PgasException("there is no communicator: communicator=null");
        }
        // The loader of this class: ranks that are threads have their models each for itself.
        for (RankGroups groups : ServiceLoader.load(RankGroups.class, Communicators.class.getClassLoader())) {
            int[] ranks = ranksIn(groups, communicator);
            if (ranks != null) {
                return ranks;
            }
        }
        throw new PgasException("no model of this program knows it as a communicator: class="
            + communicator.getClass().getName());
    }

    private static int[] ranksIn(RankGroups groups, Object communicator) {
        try {
            return groups.ranksOf(communicator);
        } catch (IllegalArgumentException e) {
            throw new PgasException("PGAS cannot use the communicator: " + e.getMessage(), e);
        }
    }

    /** Refuses ranks of other jobs: they share no memory with this one's. */
    static void checkOfJob(int[] ranks, Rank rank) {
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] >= rank.size()) {
                throw new PgasException("PGAS cannot use the communicator: its rank " + i + " is of another job: rank="
                    + rank.number() + " size=" + rank.size());
            }
        }
    }
}
