package org.hawser.bench.nas;

import mpi.MPI;
import mpi.MPIException;

/** Runs kernels of class S one after another in one job, so that a test need not start one for each. */
public final class SomeKernels {

    private SomeKernels() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments names of kernels
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        MPI.Init(arguments);
        for (String name : arguments) {
            Outcome outcome = KernelKind.valueOf(name).make().run(MpiCalls.team(MPI.COMM_WORLD), ProblemClass.S);
            if (MPI.COMM_WORLD.getRank() == 0) {
                System.out.println(name + (outcome.verified() ? " verified" : " NOT VERIFIED"));
                if (!outcome.verified()) {
                    outcome.checks().forEach(System.out::println);
                }
            }
        }
        MPI.Finalize();
    }
}
