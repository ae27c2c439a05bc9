package org.hawser.mpi.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;

/** Jobs whose ranks are threads, each of which gets the communicator of all. */
final class CommJob {
    static final Medium THREADS = Medium.standard();
    /** The bare core: the table of contexts is reached by messages. */
    static final Medium CORE_ONLY = Medium.inMemory(CoreOnlyProvider.NAME);

    /** What one rank does. */
    @FunctionalInterface
    interface Program {
        void run(Communicator world) throws Exception;
    }

    private CommJob() {
    }

    /** Afterwards no operation may be left. */
    static void run(Medium medium, int ranks, Program program) {
        LocalRanks.on(medium).start(ranks, rank -> {
            PointToPoint point = new PointToPoint(rank);
            Contexts contexts = Contexts.open(rank);
            rank.barrier();
            Members all = Members.range(0, ranks);
            program.run(new Communicator(point, contexts, all, all, rank.number(), 0, null));
            point.finish();
            rank.barrier();
            assertEquals(0, point.pending(), "operations left");
        });
    }
}
