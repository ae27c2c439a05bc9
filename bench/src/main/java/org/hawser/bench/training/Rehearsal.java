package org.hawser.bench.training;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.pgas.Pgas;

/**
 * The program of a job that the build runs when it has made Hawser, and nobody else. One of its two ranks records the
 * cache that ranks of later jobs start from: the classes that it has loaded and linked. So the ranks make here every
 * kind of call that programs make when they begin; what is not called here is loaded from the jar, when it is needed.
 * There must be two: a rank that is alone meets nobody, and loads nothing of what ranks that talk consist of.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Rehearsal {
    /** What is made on a first call is used on the second. */
    private static final int ROUNDS = 2;

    private Rehearsal() {
    }

    /**
     * Runs on both ranks.
     *
     * @param arguments none
     * @throws MPIException when something fails in MPI
     */
    public static void main(String[] arguments) throws MPIException {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        double start = MPI.wtime();
        MessageSteps messages = new MessageSteps(world);
        CollectiveSteps collectives = new CollectiveSteps(world);
        try (Pgas pgas = Pgas.start()) {
            for (int round = 0; round < ROUNDS; round++) {
                messages.run();
                collectives.run();
                CommunicatorSteps.run(world);
                WindowSteps.run(world);
                SharedSteps.run(pgas);
                // Into the build's log. Most programs print figures, and that takes classes, too.
                System.out.printf("rank %d of %d: round %d, %.1f s%n", world.getRank(), world.getSize(), round,
                    MPI.wtime() - start);
            }
        }
        MPI.Finalize();
    }
}
