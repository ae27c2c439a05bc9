package org.hawser.bench.nas;

import mpi.MPIException;

/**
 * SP, "scalar pentadiagonal": implicit steps of a flow whose systems are turned into scalar ones, direction by
 * direction. Cells are dealt out by multi-partition ({@link Flow}).
 *
 * {@snippet :
 * // hawser run -n 4 -cp hawser-bench.jar org.hawser.bench.nas.Sp W
 * }
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Sp extends FlowKernel {

    /** A kernel. */
    public Sp() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the problem's class
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        NasProgram.run(KernelKind.SP, arguments);
    }

    @Override
    Case find(ProblemClass size) {
        return switch (size) {
            case S -> new Case(new FlowProblem(12, 100, 0.015), operations(12),
                new double[] {2.7470315451339479e-2, 1.0360746705285417e-2, 1.6235745065095532e-2,
                    1.5840557224455615e-2, 3.4849040609362460e-2},
                new double[] {2.7289258557377227e-5, 1.0364446640837285e-5, 1.6154798287166471e-5,
                    1.5750704994480102e-5, 3.4177666183390531e-5});
            case W -> new Case(new FlowProblem(36, 400, 0.0015), operations(36),
                new double[] {0.1893253733584e-2, 0.1717075447775e-3, 0.2778153350936e-3, 0.2887475409984e-3,
                    0.3143611161242e-2},
                new double[] {0.7542088599534e-4, 0.6512852253086e-5, 0.1049092285688e-4, 0.1128838671535e-4,
                    0.1212845639773e-3});
            case A -> throw new IllegalArgumentException("no such problem: kernel=sp class=" + size);
        };
    }

    private static double operations(double points) {
        return 881.174 * points * points * points - 4683.91 * points * points + 11484.5 * points - 19272.4;
    }

    @Override
    StepSolver solver(Flow flow) {
        SpSweep sweep = new SpSweep(flow);
        return () -> {
            for (FlowCell cell : flow.cells()) {
                SpWaves.toX(cell);
            }
            sweep.solve(0);
            for (FlowCell cell : flow.cells()) {
                SpWaves.fromXToY(cell);
            }
            sweep.solve(1);
            for (FlowCell cell : flow.cells()) {
                SpWaves.fromYToZ(cell);
            }
            sweep.solve(2);
            for (FlowCell cell : flow.cells()) {
                SpWaves.fromZ(cell);
            }
        };
    }
}
