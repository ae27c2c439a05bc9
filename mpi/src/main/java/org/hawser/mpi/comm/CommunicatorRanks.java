package org.hawser.mpi.comm;

import java.util.function.Function;
import org.hawser.runtime.RankGroups;

/**
 * Which ranks a communicator has, for the other programming models of a program. The public class of communicators says
 * how one is opened, since nobody below can see into it.
 *
 * <p><b>Threads:</b> any.
 */
public final class CommunicatorRanks implements RankGroups {
    /** Null while no communicator has been made: then nothing is one. */
    private static volatile Function<Object, Communicator> opener;

    /** For the service loader. */
    public CommunicatorRanks() {
    }

    /**
     * Says how an object of the public class is opened.
     *
     * @param how gives null for what is no communicator, and throws for one that cannot be used
     */
    public static void openBy(Function<Object, Communicator> how) {
        opener = how;
    }

    @Override
    public int[] ranksOf(Object group) {
        Function<Object, Communicator> how = opener;
        Communicator communicator = how == null ? null : how.apply(group);
        return communicator == null ? null : communicator.local().ranks();
    }
}
