package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.SharedLongArray;

/**
 * Two Java threads of each rank, one in barriers of MPI, one in barriers of PGAS. Who comes to one counts itself at
 * thread 0 first, so who leaves finds all counted.
 */
final class PgasBarriers {
    private static final long LIMIT_SECONDS = 60;

    /** Comes to a barrier. */
    private interface Meeting {
        void come() throws MPIException;
    }

    private final Pgas pgas;
    private final SharedLongArray came;

    private PgasBarriers(Pgas pgas, SharedLongArray came) {
        this.pgas = pgas;
        this.came = came;
    }

    static void run(Pgas pgas, int barriers) throws Exception {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        SharedLongArray came = pgas.longs(2, Distribution.indefinite());
        PgasBarriers both = new PgasBarriers(pgas, came);
        FutureTask<Void> memory = both.start(0, barriers, pgas::barrier);
        FutureTask<Void> messages = both.start(1, barriers, MPI.COMM_WORLD::barrier);
        memory.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        messages.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        pgas.barrier();
        MPI.COMM_WORLD.revoke();
        try {
            MPI.COMM_WORLD.barrier();
            check(false, "came through a barrier that was revoked");
        } catch (MPIException e) {
            check(e.getErrorClass() == MPI.ERR_REVOKED, "told " + e.getMessage());
        }
        for (int i = 0; i < 10; i++) {
            pgas.barrier();
        }
        came.close();
    }

    private FutureTask<Void> start(int model, int barriers, Meeting meeting) {
        FutureTask<Void> task = new FutureTask<>(() -> {
            for (long round = 1; round <= barriers; round++) {
                pgas.atomics().fetchAdd(came.pointer(model), 1L);
                meeting.come();
                long counted = pgas.atomics().read(came.pointer(model));
                check(counted >= round * pgas.threads(), "left early: model=" + model + " round=" + round + " came="
                    + counted);
            }
            return null;
        });
        Thread.ofPlatform().daemon().start(task);
        return task;
    }
}
