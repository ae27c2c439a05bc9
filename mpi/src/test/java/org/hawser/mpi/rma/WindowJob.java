package org.hawser.mpi.rma;

import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Contexts;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;

/** Jobs of the tests of windows: ranks are threads, each of which gets the communicator of all. */
final class WindowJob {
    static final Medium THREADS = Medium.standard();
    /** The bare core: nothing is mapped. */
    static final Medium CORE_ONLY = Medium.inMemory(CoreOnlyProvider.NAME);
    /** Small rings: everything is full all the time. */
    static final Medium TIGHT = Medium.standardInFiles().with("hawser.shm.mailbox", "16K")
        .with("hawser.shm.lane", "32K")
        .with("hawser.shm.hot", 2).with("hawser.shm.lanes", 2);

    /** What one rank does. */
    @FunctionalInterface
    interface Program {
        void run(Communicator world) throws Exception;
    }

    private WindowJob() {
    }

    static void run(int ranks, Program program) {
        run(THREADS, ranks, program);
    }

    static void run(Medium medium, int ranks, Program program) {
        LocalRanks.on(medium).start(ranks, rank -> {
            PointToPoint point = new PointToPoint(rank);
            Contexts contexts = Contexts.open(rank);
            rank.barrier();
            Members all = Members.range(0, ranks);
            program.run(new Communicator(point, contexts, all, all, rank.number(), 0, null));
            point.finish();
            rank.barrier();
        });
    }
}
