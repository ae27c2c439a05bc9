package org.hawser.bench.training;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Puts, gets and sums in a window.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
final class WindowSteps {
    private static final int LENGTH = 1 << 12;

    private WindowSteps() {
    }

    /** Between fences, and with locks. */
    static void run(Comm world) throws MPIException {
        int other = 1 - world.getRank();
        Win window = new Win(MPI.newDoubleBuffer(LENGTH), LENGTH, Double.BYTES, MPI.INFO_NULL, world);
        double[] elements = new double[LENGTH];
        for (int length = 1; length <= LENGTH; length *= LENGTH) {
            move(window, elements, length, other);
        }
        long[] one = {1};
        window.lock(MPI.LOCK_EXCLUSIVE, other, 0);
        window.put(elements, 1, MPI.DOUBLE, other, 0L, 1, MPI.DOUBLE);
        window.unlock(other);
        window.lockAll(0);
        window.fetchAndOp(one, new long[1], MPI.LONG, other, 0L, MPI.SUM);
        window.flush(other);
        window.unlockAll();
        window.free();
    }

    private static void move(Win window, double[] elements, int length, int other) throws MPIException {
        window.fence(MPI.MODE_NOPRECEDE);
        window.put(elements, length, MPI.DOUBLE, other, 0L, length, MPI.DOUBLE);
        window.fence(0);
        window.get(elements, length, MPI.DOUBLE, other, 0L, length, MPI.DOUBLE);
        window.fence(0);
        window.accumulate(elements, length, MPI.DOUBLE, other, 0L, length, MPI.DOUBLE, MPI.SUM);
        window.fence(MPI.MODE_NOSUCCEED);
    }
}
