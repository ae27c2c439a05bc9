package org.hawser.system;

import static org.hawser.system.Traffic.check;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.GlobalLock;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Semaphore;
import org.hawser.pgas.SharedLongArray;

/**
 * The last rank dies, and the others make a team without it. There they wait for each other, longer than it takes to
 * notice that a rank is lost.
 */
final class PgasSurvivors {
    private static final long LONG_MILLIS = 4_000;
    private static final int ROUNDS = 3;

    private PgasSurvivors() {
    }

    static void run(String how) throws Exception {
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        world.barrier();
        if (world.getRank() == world.getSize() - 1) {
            Runtime.getRuntime().halt(137);
        }
        try {
            world.barrier();
            check(false, "came through a barrier without the lost rank");
        } catch (MPIException e) {
            check(e.getErrorClass() == MPI.ERR_PROC_FAILED, "told " + e.getMessage());
        }
        Intracomm rest = world.shrink();
        try (Pgas team = Pgas.over(rest)) {
            switch (how) {
                case "semaphore" -> semaphore(team);
                case "lock" -> lock(team);
                case "alloc" -> alloc(team);
                default -> throw new IllegalArgumentException("no such wait: " + how);
            }
        }
        MPI.Finalize();
    }

    private static void semaphore(Pgas team) throws InterruptedException {
        Semaphore semaphore = team.semaphore();
        if (team.myThread() == 0) {
            Thread.sleep(LONG_MILLIS);
            for (int thread = 1; thread < team.threads(); thread++) {
                semaphore.post(thread, thread);
            }
        } else {
            semaphore.await(team.myThread());
        }
        semaphore.close();
    }

    private static void lock(Pgas team) throws InterruptedException {
        GlobalLock lock = team.allLock();
        SharedLongArray sum = team.longs(1, Distribution.indefinite());
        for (int round = 0; round < ROUNDS; round++) {
            lock.lock();
            sum.put(0, sum.get(0) + 1);
            if (round == 0 && team.myThread() == 0) {
                Thread.sleep(LONG_MILLIS);
            }
            lock.unlock();
        }
        team.barrier();
        check(sum.get(0) == ROUNDS * (long) team.threads(), "a lock did not keep threads apart");
        sum.close();
        lock.close();
    }

    /** The others answer when they make progress, which they do not for long. */
    private static void alloc(Pgas team) throws InterruptedException {
        team.barrier();
        if (team.myThread() == 0) {
            team.free(team.globalAlloc(team.threads(), 64));
        } else {
            Thread.sleep(LONG_MILLIS);
        }
        team.barrier();
    }
}
