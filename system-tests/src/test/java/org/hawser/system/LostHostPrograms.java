package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** A program that works until it has lost as many ranks as it was told to expect, and finishes on the rest. */
public final class LostHostPrograms {
    private static final int BYTES = 300_000;

    private LostHostPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        MPI.COMM_WORLD.barrier();
        System.out.println("up");
        int left = MPI.COMM_WORLD.getSize() - Integer.parseInt(arguments[0]);
        Intracomm comm = MPI.COMM_WORLD;
        while (true) {
            boolean well = works(comm);
            if (comm.agree(well ? 1 : 0) == 0) {
                comm = comm.shrink();
            } else if (comm.getSize() == left) {
                break;
            }
        }
        window(comm);
        check(MPI.COMM_WORLD.getFailed().getSize() == MPI.COMM_WORLD.getSize() - left, "failed "
            + MPI.COMM_WORLD.getFailed().getSize());
        MPI.Finalize();
        System.out.println("well");
    }

    /** Some collectives and messages; false when a member is lost, which the others are told. */
    private static boolean works(Intracomm comm) throws MPIException {
        try {
            int size = comm.getSize();
            int rank = comm.getRank();
            int[] sum = new int[1];
            comm.allReduce(new int[] {rank + 1}, sum, 1, MPI.INT, MPI.SUM);
            check(sum[0] == size * (size + 1) / 2, "sum " + sum[0]);
            byte[] out = new byte[BYTES];
            Arrays.fill(out, (byte) rank);
            byte[] in = new byte[BYTES];
            int before = (rank + size - 1) % size;
            comm.sendRecv(out, BYTES, MPI.BYTE, (rank + 1) % size, 0, in, BYTES, MPI.BYTE, before, 0);
            check(in[BYTES - 1] == (byte) before, "came " + in[BYTES - 1]);
            return true;
        } catch (MPIException e) {
            int error = e.getErrorClass();
            check(error == MPI.ERR_PROC_FAILED || error == MPI.ERR_REVOKED, "error " + error + ": " + e.getMessage());
            comm.revoke();
            return false;
        }
    }

    /** Memory of those who are left is reached, in the own host and in others. */
    private static void window(Intracomm comm) throws MPIException {
        int size = comm.getSize();
        long[] own = {comm.getRank() + 1};
        Win window = Win.allocate(8L * size, 8, MPI.INFO_NULL, comm);
        window.fence(0);
        for (int target = 0; target < size; target++) {
            window.put(own, 1, MPI.LONG, target, comm.getRank(), 1, MPI.LONG);
        }
        window.fence(0);
        long[] all = new long[size];
        window.lock(MPI.LOCK_SHARED, (comm.getRank() + 1) % size, 0);
        window.get(all, size, MPI.LONG, (comm.getRank() + 1) % size, 0, size, MPI.LONG);
        window.unlock((comm.getRank() + 1) % size);
        for (int i = 0; i < size; i++) {
            check(all[i] == i + 1, "word " + i + " holds " + all[i]);
        }
        window.free();
    }
}
