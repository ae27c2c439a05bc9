package org.hawser.system;

import static org.hawser.system.Traffic.check;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** What shows that communicators carry messages, and carry them apart. */
final class Rounds {
    private Rounds() {
    }

    /** A call that must be refused. */
    @FunctionalInterface
    interface Call {
        void run() throws MPIException;
    }

    /** Each sends its rank and a mark to the next and hears the one before; of two groups, to its like and beyond. */
    static void pass(Comm comm, int peers, int mark) throws MPIException {
        int me = comm.getRank();
        int[] out = {me, mark};
        int[] in = new int[2];
        if (peers == comm.getSize()) {
            Status status = comm.sendRecv(out, 2, MPI.INT, (me + 1) % peers, 3, in, 2, MPI.INT,
                (me + peers - 1) % peers, 3);
            check(in[0] == (me + peers - 1) % peers, "heard from " + in[0]);
            check(status.getSource() == in[0], "source " + status.getSource());
            check(in[1] == mark, "mark " + in[1] + " for " + mark);
        }
    }

    /** Each sends to each of the other group, or of the only one. */
    static void all(Comm comm, int peers, int mark) throws MPIException {
        int[][] in = new int[peers][2];
        Request[] receives = new Request[peers];
        for (int i = 0; i < peers; i++) {
            receives[i] = comm.iRecv(in[i], 2, MPI.INT, i, 4);
        }
        for (int i = 0; i < peers; i++) {
            comm.send(new int[] {comm.getRank(), mark}, 2, MPI.INT, i, 4);
        }
        Status[] statuses = Request.waitAllStatus(receives);
        for (int i = 0; i < peers; i++) {
            check(in[i][0] == i && in[i][1] == mark, "from " + i + " came " + in[i][0] + ", " + in[i][1]);
            check(statuses[i].getSource() == i, "source " + statuses[i].getSource() + " for " + i);
        }
    }

    /** The call ends with an error of this class, and says something. */
    static void assertRefused(String what, int errorClass, Call call) {
        try {
            call.run();
        } catch (MPIException e) {
            check(e.getErrorClass() == errorClass, what + ": class " + e.getErrorClass() + " for " + errorClass + ": "
                + e.getMessage());
            return;
        }
        throw new AssertionError(what + " was not refused");
    }
}
