package org.hawser.system;

import static org.hawser.system.Traffic.check;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** What becomes of communicators that are freed, of what is under way in them, and of their contexts. */
final class MpiEnds {
    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int LARGE = 1 << 18;

    private MpiEnds() {
    }

    static void run(int cycles) throws MPIException {
        pendingIsCompleted();
        contextsAreUsedAgain(cycles);
        disconnectWaits();
        moreThanTheWireLikes();
    }

    /** Receives are posted, the communicator is freed, others take contexts; then the messages come. */
    private static void pendingIsCompleted() throws MPIException {
        int me = WORLD.getRank();
        int size = WORLD.getSize();
        Intracomm turned = WORLD.split(0, -me);
        int rank = turned.getRank();
        int next = (rank + 1) % size;
        int before = (rank + size - 1) % size;
        int[] large = new int[LARGE];
        int[] small = new int[1];
        Request[] requests = new Request[4];
        requests[0] = turned.iRecv(large, LARGE, MPI.INT, before, 1);
        requests[1] = turned.iRecv(small, 1, MPI.INT, before, 2);
        int[] out = new int[LARGE];
        out[LARGE - 1] = rank;
        WORLD.barrier();
        requests[2] = turned.iSend(out, LARGE, MPI.INT, next, 1);
        requests[3] = turned.iSend(new int[] {rank}, 1, MPI.INT, next, 2);
        turned.free();
        Rounds.assertRefused("use after free", MPI.ERR_COMM, () -> turned.send(small, 1, MPI.INT, 0, 0));
        for (int i = 0; i < 10; i++) {
            Intracomm other = WORLD.dup();
            Rounds.pass(other, size, i);
            other.free();
        }
        Status[] statuses = Request.waitAllStatus(requests);
        check(large[LARGE - 1] == before && small[0] == before, "came " + large[LARGE - 1] + ", " + small[0]);
        check(statuses[0].getSource() == before, "source " + statuses[0].getSource());
    }

    private static void contextsAreUsedAgain(int cycles) throws MPIException {
        for (int i = 0; i < cycles; i++) {
            Intracomm copy = WORLD.dup();
            if (i % 16 == 0) {
                Rounds.pass(copy, WORLD.getSize(), i);
            }
            copy.free();
        }
    }

    private static void disconnectWaits() throws MPIException {
        int me = WORLD.getRank();
        int size = WORLD.getSize();
        Intracomm copy = WORLD.dup();
        int[] in = new int[LARGE];
        Request receive = copy.iRecv(in, LARGE, MPI.INT, (me + size - 1) % size, 1);
        Request send = copy.iSend(new int[LARGE], LARGE, MPI.INT, (me + 1) % size, 1);
        copy.disconnect();
        check(copy.isNull(), "not null");
        check(receive.test() && send.test(), "disconnect did not wait");
    }

    /** Contexts beyond those that messages of 8 bytes carry in a short form, and then again low ones. */
    private static void moreThanTheWireLikes() throws MPIException {
        Intracomm[] copies = new Intracomm[100];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = WORLD.dup();
        }
        for (int i = 0; i < copies.length; i++) {
            Rounds.pass(copies[i], WORLD.getSize(), i);
        }
        for (int i = 0; i < copies.length; i += 2) {
            copies[i].free();
        }
        Intracomm low = WORLD.dup();
        Rounds.pass(low, WORLD.getSize(), -1);
        low.free();
        for (int i = 1; i < copies.length; i += 2) {
            Rounds.pass(copies[i], WORLD.getSize(), i);
            copies[i].free();
        }
    }
}
