package org.hawser.system;

import static org.hawser.system.Traffic.check;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.GlobalLock;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.PgasException;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.SharedLongArray;

/** How PGAS begins and ends beside MPI, in every order; and what is refused in between. */
public final class PgasLife {
    private PgasLife() {
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "around" -> around();
            case "inside" -> inside();
            case "over" -> over();
            case "forgotten" -> forgotten();
            default -> throw new IllegalArgumentException("no such program: " + arguments[0]);
        }
        System.out.println("well");
    }

    /** PGAS begins before MPI and ends after it. */
    private static void around() throws MPIException {
        refused(() -> Pgas.over(MPI.COMM_WORLD));
        Pgas pgas = Pgas.start();
        refused(Pgas::start);
        work(pgas);
        MPI.Init(new String[0]);
        work(pgas);
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
        work(pgas);
        refused(() -> Pgas.over(MPI.COMM_WORLD));
        SharedLongArray array = pgas.longs(100, Distribution.cyclic());
        GlobalLock lock = pgas.allLock();
        Pgas team = pgas.split(0, 0);
        pgas.close();
        pgas.close();
        refused(pgas::barrier);
        refused(team::barrier);
        refused(() -> pgas.longs(4, Distribution.even()));
        refused(lock::lock);
        refused(() -> array.getLocal(0));
        refused(Pgas::start);
    }

    /** PGAS begins and ends twice while MPI runs. */
    private static void inside() throws MPIException {
        MPI.Init(new String[0]);
        for (int i = 0; i < 2; i++) {
            try (Pgas pgas = Pgas.start()) {
                work(pgas);
            }
            MPI.COMM_WORLD.barrier();
        }
        MPI.Finalize();
        refused(Pgas::start);
    }

    /** PGAS for the ranks of communicators, then for all as well. */
    private static void over() throws MPIException {
        MPI.Init(new String[0]);
        int me = MPI.COMM_WORLD.getRank();
        Comm half = MPI.COMM_WORLD.split(me % 2, -me);
        Pgas first = Pgas.over(half);
        check(first.myThread() == half.getRank() && first.threads() == half.getSize(), "other threads than ranks");
        work(first);
        Pgas second = Pgas.over(MPI.COMM_WORLD);
        work(second);
        Pgas all = Pgas.start();
        work(all);
        work(first);
        first.close();
        half.free();
        refused(() -> Pgas.over(half));
        refused(() -> Pgas.over("half"));
        work(second);
        all.close();
        work(second);
        MPI.Finalize();
        second.close();
    }

    /** Rank 0 ends without closing: the others are told when they close. */
    private static void forgotten() {
        Pgas pgas = Pgas.start();
        work(pgas);
        if (pgas.myThread() > 0) {
            try {
                pgas.close();
                throw new AssertionError("closed, though rank 0 never came");
            } catch (RuntimeException e) {
                check(e.getMessage().contains("ended"), e.toString());
            }
        }
    }

    private static void work(Pgas pgas) {
        SharedLongArray array = pgas.longs(10L * pgas.threads(), Distribution.even());
        array.forAll(i -> array.put(i, i));
        long n = array.length();
        check(pgas.collectives().reduce(array, Reduction.SUM) == n * (n - 1) / 2, "the sum of an array");
        try (GlobalLock lock = pgas.allLock(pgas.threads() - 1)) {
            lock.lock();
            lock.unlock();
        }
        pgas.barrier(n);
        array.close();
    }

    private static void refused(Runnable call) {
        try {
            call.run();
        } catch (PgasException e) {
            return;
        }
        throw new AssertionError("not refused");
    }
}
