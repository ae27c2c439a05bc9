package org.hawser.bench.training;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * What all ranks do together.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
final class CollectiveSteps {
    private static final int RANKS = 2;
    /** In elements; the algorithms change between them. */
    private static final int[] LENGTHS = {1, 16, 1 << 9, 1 << 12, 1 << 15};
    private static final int LONGEST = 1 << 15;

    private final Intracomm world;
    private final double[] doubles = new double[RANKS * LONGEST];
    private final double[] moreDoubles = new double[RANKS * LONGEST];
    private final int[] integers = new int[RANKS * LONGEST];
    private final int[] moreIntegers = new int[RANKS * LONGEST];
    private final long[] longs = new long[RANKS];
    private final int[] counts = new int[RANKS];
    private final int[] begins = new int[RANKS];

    CollectiveSteps(Intracomm world) {
        this.world = world;
    }

    /** Of several lengths; some also begun before they are waited for. */
    void run() throws MPIException {
        world.barrier();
        world.allReduce(longs, 1, MPI.LONG, MPI.SUM);
        world.allReduce(doubles, moreDoubles, 1, MPI.DOUBLE, MPI.MAX);
        for (int length : LENGTHS) {
            sum(length);
            distribute(length);
        }
        world.scan(doubles, moreDoubles, 1, MPI.DOUBLE, MPI.SUM);
        world.iBarrier().waitFor();
        world.iAllReduce(doubles, moreDoubles, 4, MPI.DOUBLE, MPI.SUM).waitFor();
        world.iBcast(integers, 4, MPI.INT, 0).waitFor();
    }

    private void sum(int length) throws MPIException {
        world.allReduce(doubles, length, MPI.DOUBLE, MPI.SUM);
        world.allReduce(integers, moreIntegers, length, MPI.INT, MPI.SUM);
        world.reduce(doubles, moreDoubles, length, MPI.DOUBLE, MPI.SUM, 0);
    }

    private void distribute(int length) throws MPIException {
        world.bcast(doubles, length, MPI.DOUBLE, 0);
        world.gather(doubles, length, MPI.DOUBLE, moreDoubles, length, MPI.DOUBLE, 0);
        world.scatter(doubles, length, MPI.DOUBLE, moreDoubles, length, MPI.DOUBLE, 0);
        world.allGather(doubles, length, MPI.DOUBLE, moreDoubles, length, MPI.DOUBLE);
        world.allToAll(doubles, length, MPI.DOUBLE, moreDoubles, length, MPI.DOUBLE);
        for (int rank = 0; rank < RANKS; rank++) {
            counts[rank] = length;
            begins[rank] = rank * length;
        }
        world.allGatherv(integers, length, MPI.INT, moreIntegers, counts, begins, MPI.INT);
        world.allToAllv(integers, counts, begins, MPI.INT, moreIntegers, counts, begins, MPI.INT);
    }
}
