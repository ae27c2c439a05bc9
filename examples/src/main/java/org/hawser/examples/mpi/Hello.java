package org.hawser.examples.mpi;

import mpi.MPI;
import mpi.MPIException;

/**
 * Each rank says who it is: {@code hawser run -n 4 mpi.hello}.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Hello {

    private Hello() {
    }

    /**
     * Runs on every rank.
     *
     * @param args none
     * @throws MPIException when MPI cannot begin or end
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        System.out.println("Hello from rank " + rank + " of " + size + " on " + MPI.getProcessorName());
        MPI.Finalize();
    }
}
