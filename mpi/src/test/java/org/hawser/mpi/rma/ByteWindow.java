package org.hawser.mpi.rma;

import java.util.Map;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Contexts;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;

/** Jobs whose ranks are threads and have a window of bytes each, to which all others have access. */
final class ByteWindow {
    private ByteWindow() {
    }

    /** What one rank does. */
    @FunctionalInterface
    interface Program {
        void run(Window window, Communicator communicator) throws Exception;
    }

    /** Runs a program at all ranks; all windows are locked, shared. */
    static void run(Medium medium, int ranks, long bytes, Map<String, String> hints, Program program) {
        LocalRanks.on(medium).start(ranks, rank -> {
            PointToPoint point = new PointToPoint(rank);
            Contexts contexts = Contexts.open(rank);
            rank.barrier();
            Members all = Members.range(0, ranks);
            Communicator communicator = new Communicator(point, contexts, all, all, rank.number(), 0, null);
            Window window = WindowMemory.allocate(communicator, bytes, 1, new Hints(hints));
            window.lockAll(true);
            rank.barrier();
            program.run(window, communicator);
            rank.barrier();
            window.unlockAll();
            window.free();
            point.finish();
            rank.barrier();
        });
    }

    /** The same in one process's memory. */
    static void run(int ranks, long bytes, String updates, Program program) {
        run(Medium.inMemory("shm"), ranks, bytes, Map.of("hawser_updates", updates), program);
    }
}
