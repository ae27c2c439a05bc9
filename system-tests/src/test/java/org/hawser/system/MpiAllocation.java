package org.hawser.system;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import org.hawser.testkit.AllocatedBytes;

/**
 * The budget of blocking receives as programs call them, from several places: no status that nobody looks at, also
 * where the compiler has met the call before the place. And of persistent requests, which are made once.
 */
final class MpiAllocation {
    private static final int CALLS = 5_000;
    /** A status has 40 bytes: with fewer per call there is none in most, and room for a sleep. */
    private static final int LIMIT = 8 * CALLS;
    /** So many that the compiler has come to the end. */
    private static final int MOST_ROUNDS = 300;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final byte[] out = new byte[8];
    private final byte[] in = new byte[8];
    private final Prequest[] pair = {world.recvInit(in, 8, MPI.BYTE, 1 - rank, 1),
        world.sendInit(out, 8, MPI.BYTE, 1 - rank, 1)};

    /** One round of calls. */
    private interface Body {
        void run(int calls) throws MPIException;
    }

    private MpiAllocation() throws MPIException {
    }

    static void run() throws MPIException {
        MpiAllocation budget = new MpiAllocation();
        // The calls are compiled by themselves here, and only then wherever they stand below.
        for (int i = 0; i < 100; i++) {
            budget.singly();
        }
        budget.assertSmall("recv", budget::toAndFro);
        budget.assertSmall("recv whose sender is read", budget::named);
        budget.assertSmall("sendRecv", budget::exchanged);
        budget.assertSmall("a persistent pair", budget::again);
        budget.assertSmall("startAll of a persistent pair", budget::bothAgain);
        budget.finish();
    }

    private void singly() throws MPIException {
        for (int i = 0; i < CALLS / 100; i++) {
            toAndFro(1);
            exchanged(1);
        }
    }

    private void toAndFro(int calls) throws MPIException {
        for (int i = 0; i < calls; i++) {
            if (rank == 0) {
                world.send(out, 8, MPI.BYTE, 1, 0);
                world.recv(in, 8, MPI.BYTE, 1, 0);
            } else {
                world.recv(in, 8, MPI.BYTE, 0, 0);
                world.send(out, 8, MPI.BYTE, 0, 0);
            }
        }
    }

    private void named(int calls) throws MPIException {
        for (int i = 0; i < calls; i++) {
            if (rank == 0) {
                world.send(out, 8, MPI.BYTE, 1, 0);
            }
            int from = world.recv(in, 8, MPI.BYTE, MPI.ANY_SOURCE, 0).getSource();
            if (rank == 1) {
                world.send(out, 8, MPI.BYTE, from, 0);
            }
        }
    }

    private void exchanged(int calls) throws MPIException {
        for (int i = 0; i < calls; i++) {
            world.sendRecv(out, 8, MPI.BYTE, 1 - rank, 0, in, 8, MPI.BYTE, 1 - rank, 0);
        }
    }

    private void again(int calls) throws MPIException {
        for (int i = 0; i < calls; i++) {
            for (Prequest each : pair) {
                each.start();
            }
            for (Prequest each : pair) {
                each.waitFor();
            }
        }
    }

    private void bothAgain(int calls) throws MPIException {
        for (int i = 0; i < calls; i++) {
            Prequest.startAll(pair);
            Request.waitAll(pair);
        }
    }

    private void finish() throws MPIException {
        for (Prequest each : pair) {
            each.free();
        }
    }

    private void assertSmall(String call, Body body) throws MPIException {
        long[] least = {Long.MAX_VALUE};
        for (int round = 0; round < MOST_ROUNDS && least[0] >= LIMIT; round++) {
            long before = AllocatedBytes.ofThisThread();
            body.run(CALLS);
            least[0] = AllocatedBytes.ofThisThread() - before;
            world.allReduce(least, 1, MPI.LONG, MPI.MAX);
        }
        if (least[0] >= LIMIT) {
            throw new AssertionError(call + " allocates: bytes=" + least[0] + " calls=" + CALLS);
        }
    }
}
