package org.hawser.system;

import static org.hawser.system.Rounds.assertRefused;
import static org.hawser.system.Traffic.check;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/** Collectives with mistakes in them: all are told, nobody hangs, and the communicator can be used afterwards. */
final class MpiWrongCollectives {
    /** A sum that fails where it is told to. */
    private static final class Failing extends UserFunction {
        private final boolean fails;

        Failing(boolean fails) {
            this.fails = fails;
        }

        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {
            if (fails) {
                throw new IllegalStateException("this rank does not add");
            }
            for (int i = 0; i < count; i++) {
                ((int[]) inOut)[i] += ((int[]) in)[i];
            }
        }
    }

    private final Intracomm comm = MPI.COMM_WORLD.dup();
    private final int me = comm.getRank();
    private final int size = comm.getSize();

    private MpiWrongCollectives() throws MPIException {
        comm.setErrhandler(MPI.ERRORS_RETURN);
    }

    static void run() throws MPIException {
        new MpiWrongCollectives().all();
    }

    private void all() throws MPIException {
        arguments();
        works();
        for (int count : new int[] {1, 5000, 100_000}) {
            functionsThatFail(count);
            works();
        }
        comm.free();
    }

    private void works() throws MPIException {
        int[] sum = {me + 1};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        check(sum[0] == size * (size + 1) / 2, "the sum is " + sum[0]);
    }

    /** What every rank sees by itself is refused before anything moves. */
    private void arguments() throws MPIException {
        int[] four = new int[4];
        int[] counts = new int[size];
        assertRefused("a negative count", MPI.ERR_COUNT, () -> comm.bcast(four, -1, MPI.INT, 0));
        assertRefused("too much", MPI.ERR_BUFFER, () -> comm.bcast(four, 5, MPI.INT, 0));
        assertRefused("no such root", MPI.ERR_ROOT, () -> comm.bcast(four, 1, MPI.INT, size));
        assertRefused("a negative root", MPI.ERR_ROOT, () -> comm.reduce(four, 1, MPI.INT, MPI.SUM, -1));
        assertRefused("no type", MPI.ERR_TYPE, () -> comm.bcast(four, 1, null, 0));
        assertRefused("another type", MPI.ERR_TYPE, () -> comm.bcast(four, 1, MPI.DOUBLE, 0));
        assertRefused("an operation for others", MPI.ERR_OP, () -> comm.allReduce(four, 1, MPI.INT, MPI.MAXLOC));
        assertRefused("no operation", MPI.ERR_OP, () -> comm.allReduce(four, 1, MPI.INT, null));
        assertRefused("too few counts", MPI.ERR_ARG,
            () -> comm.allGatherv(four, 0, MPI.INT, four, new int[size - 1], counts, MPI.INT));
        Datatype raw = Datatype.createContiguous(2, MPI.INT);
        assertRefused("an uncommitted type", MPI.ERR_TYPE, () -> comm.bcast(four, 1, raw, 0));
        assertRefused("a predefined operation on it", MPI.ERR_OP, () -> {
            raw.commit();
            comm.iAllReduce(four, 1, raw, MPI.SUM);
        });
        Op freed = new Op(new Failing(false), true);
        freed.free();
        assertRefused("a freed operation", MPI.ERR_OP, () -> comm.iReduce(four, 1, MPI.INT, freed, 0));
        raw.free();
    }

    /** A function fails at the last rank: whoever combined with it, or needed the result of that, is told. */
    private void functionsThatFail(int count) throws MPIException {
        Op everywhere = new Op(new Failing(true), true);
        Op atTheLast = new Op(new Failing(me == size - 1), false);
        boolean failed = fails(() -> comm.allReduce(new int[count], count, MPI.INT, everywhere));
        check(failed == size > 1, "a function that fails everywhere was called, and nobody told");
        for (boolean later : new boolean[] {false, true}) {
            boolean told = fails(() -> {
                if (later) {
                    comm.iScan(new int[count], count, MPI.INT, atTheLast).waitFor();
                } else {
                    comm.scan(new int[count], count, MPI.INT, atTheLast);
                }
            });
            check(told || me < size - 1 || size == 1, "the rank whose function failed was not told");
        }
    }

    /** True when a call fails, for the function's reason or because another rank's has failed. */
    private static boolean fails(Rounds.Call call) {
        try {
            call.run();
            return false;
        } catch (MPIException e) {
            check(e.getErrorClass() == MPI.ERR_OTHER || e.getErrorClass() == MPI.ERR_TRUNCATE, "class "
                + e.getErrorClass() + ": " + e.getMessage());
            return true;
        }
    }
}
