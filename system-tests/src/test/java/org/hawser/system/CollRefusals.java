package org.hawser.system;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/** Collectives that cannot be: each is refused with its class, before anything moves, and harms nothing after it. */
final class CollRefusals {
    private CollRefusals() {
    }

    /** A call that must fail. */
    private interface Call {
        void run() throws MPIException;
    }

    private static void refused(int errorClass, String what, Call call) {
        try {
            call.run();
        } catch (MPIException e) {
            if (e.getErrorClass() != errorClass) {
                throw new AssertionError(what + ": expected class=" + errorClass + " found=" + e.getErrorClass(), e);
            }
            return;
        }
        throw new AssertionError(what + ": not refused");
    }

    static void run() throws MPIException {
        Intracomm comm = MPI.COMM_WORLD.dup();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        arguments(comm);
        operations(comm);
        ampleRoom(comm);
        lengths(comm);
        comm.free();
        refused(MPI.ERR_COMM, "freed", () -> comm.barrier());
        refused(MPI.ERR_COMM, "freed, later", () -> comm.iBcast(new int[1], 1, MPI.INT, 0));
    }

    private static void arguments(Intracomm comm) throws MPIException {
        int size = comm.getSize();
        int[] data = new int[4 * size];
        refused(MPI.ERR_ROOT, "root", () -> comm.bcast(data, 1, MPI.INT, size));
        refused(MPI.ERR_ROOT, "root", () -> comm.iReduce(data, 1, MPI.INT, MPI.SUM, -1));
        refused(MPI.ERR_ROOT, "PROC_NULL", () -> comm.bcast(data, 1, MPI.INT, MPI.PROC_NULL));
        refused(MPI.ERR_COUNT, "count", () -> comm.bcast(data, -1, MPI.INT, 0));
        refused(MPI.ERR_COUNT, "count", () -> comm.allReduce(data, -1, MPI.INT, MPI.SUM));
        refused(MPI.ERR_BUFFER, "null", () -> comm.bcast(null, 1, MPI.INT, 0));
        refused(MPI.ERR_BUFFER, "short", () -> comm.allGather(data, 5, MPI.INT));
        refused(MPI.ERR_TYPE, "kind", () -> comm.bcast(data, 1, MPI.DOUBLE, 0));
        refused(MPI.ERR_TYPE, "null type", () -> comm.bcast(data, 1, null, 0));
        refused(MPI.ERR_ARG, "counts", () -> comm.allGatherv(data, new int[size - 1], new int[size], MPI.INT));
        refused(MPI.ERR_ARG, "no displacements", () -> comm.allGatherv(data, new int[size], null, MPI.INT));
        refused(MPI.ERR_ARG, "few counts", () -> comm.reduceScatter(data, new int[size - 1], MPI.INT, MPI.SUM));
        int[] negative = new int[size];
        negative[0] = -1;
        refused(MPI.ERR_COUNT, "negative", () -> comm.reduceScatter(data, negative, MPI.INT, MPI.SUM));
        refused(MPI.ERR_COUNT, "negative", () -> comm.allGatherv(data, negative, new int[size], MPI.INT));
        refused(MPI.ERR_TRUNCATE, "own piece", () -> comm.allGather(data, 2, MPI.INT, new int[size], 1, MPI.INT));
        Datatype open = Datatype.createContiguous(2, MPI.INT);
        refused(MPI.ERR_TYPE, "not committed", () -> comm.bcast(data, 1, open, 0));
        sound(comm);
    }

    private static void operations(Intracomm comm) throws MPIException {
        double[] data = new double[4];
        refused(MPI.ERR_OP, "bits of doubles", () -> comm.allReduce(data, 4, MPI.DOUBLE, MPI.BAND));
        refused(MPI.ERR_OP, "pairs", () -> comm.allReduce(data, 4, MPI.DOUBLE, MPI.MINLOC));
        refused(MPI.ERR_OP, "null", () -> comm.allReduce(data, 4, MPI.DOUBLE, null));
        Op freed = new Op(new UserFunction() { }, true);
        freed.free();
        refused(MPI.ERR_OP, "freed", () -> comm.iAllReduce(data, 4, MPI.DOUBLE, freed));
        sound(comm);
    }

    /** The root of a broadcast has less than the others have room for: they take it, as programs expect. */
    private static void ampleRoom(Intracomm comm) throws MPIException {
        boolean isRoot = comm.getRank() == 0;
        for (boolean later : new boolean[] {false, true}) {
            int[] data = new int[isRoot ? 3 : 50];
            if (isRoot) {
                data[2] = 7;
            }
            if (later) {
                comm.iBcast(data, data.length, MPI.INT, 0).waitFor();
            } else {
                comm.bcast(data, data.length, MPI.INT, 0);
            }
            if (data[2] != 7) {
                throw new AssertionError("a broadcast to ample room: found=" + data[2] + " later=" + later);
            }
        }
        sound(comm);
    }

    /** One rank gives another count. Who can see it says so; nobody hangs. */
    private static void lengths(Intracomm comm) throws MPIException {
        if (comm.getSize() < 2) {
            return;
        }
        int me = comm.getRank();
        int count = me == 0 ? 10 : 5;
        if (me == 0) {
            comm.bcast(new int[10], 10, MPI.INT, 0);
        } else {
            refused(MPI.ERR_TRUNCATE, "bcast", () -> comm.bcast(new int[5], count, MPI.INT, 0));
        }
        Intracomm other = comm.dup();
        if (me == 0) {
            other.iBcast(new int[10], 10, MPI.INT, 0).waitFor();
        } else {
            refused(MPI.ERR_TRUNCATE, "iBcast", () -> other.iBcast(new int[5], count, MPI.INT, 0).waitFor());
        }
        sound(other);
        other.free();
    }

    private static void sound(Intracomm comm) throws MPIException {
        int[] sum = {1};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        if (sum[0] != comm.getSize()) {
            throw new AssertionError("a collective after refused ones: sum=" + sum[0]);
        }
    }
}
