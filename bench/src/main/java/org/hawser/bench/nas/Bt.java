package org.hawser.bench.nas;

import mpi.MPIException;

/**
 * BT, "block tridiagonal": implicit steps of a flow with systems of blocks along each direction. Cells are dealt out by
 * multi-partition ({@link Flow}).
 *
 * {@snippet :
 * // hawser run -n 4 -cp hawser-bench.jar org.hawser.bench.nas.Bt W
 * }
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Bt extends FlowKernel {

    /** A kernel. */
    public Bt() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the problem's class
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        NasProgram.run(KernelKind.BT, arguments);
    }

    @Override
    Case find(ProblemClass size) {
        return switch (size) {
            case S -> new Case(new FlowProblem(12, 60, 0.01), operations(12),
                new double[] {1.7034283709541311e-1, 1.2975252070034097e-2, 3.2527926989486055e-2,
                    2.6436421275166801e-2, 1.9211784131744430e-1},
                new double[] {4.9976913345811579e-4, 4.5195666782961927e-5, 7.3973765172921357e-5,
                    7.3821238632439731e-5, 8.9269630987491446e-4});
            case W -> new Case(new FlowProblem(24, 200, 0.0008), operations(24),
                new double[] {0.1125590409344e+3, 0.1180007595731e+2, 0.2710329767846e+2, 0.2469174937669e+2,
                    0.2638427874317e+3},
                new double[] {0.4419655736008e+1, 0.4638531260002, 0.1011551749967e+1, 0.9235878729944,
                    0.1018045837718e+2});
            case A -> throw new IllegalArgumentException("no such problem: kernel=bt class=" + size);
        };
    }

    private static double operations(double points) {
        return 3478.8 * points * points * points - 17655.7 * points * points + 28023.7 * points;
    }

    @Override
    StepSolver solver(Flow flow) {
        BtSweep sweep = new BtSweep(flow);
        return () -> {
            sweep.solve(0);
            sweep.solve(1);
            sweep.solve(2);
        };
    }
}
