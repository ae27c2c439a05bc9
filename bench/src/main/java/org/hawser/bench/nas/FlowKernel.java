package org.hawser.bench.nas;

/**
 * What BT and SP have in common: all but the solution of the linear systems of a step. Both factor them into one system
 * along each direction.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
abstract class FlowKernel implements Kernel {
    private static final double TOLERANCE = 1e-8;

    /** A problem, its operations per step, and the official norms of the change and of the error. */
    record Case(FlowProblem problem, double operations, double[] changes, double[] errors) {
    }

    abstract Case find(ProblemClass size);

    /** A solver for a flow: it makes of the change by the balance that of an implicit step. */
    abstract StepSolver solver(Flow flow);

    /** Solves the systems of a step. */
    interface StepSolver {
        void solve();
    }

    @Override
    public final Outcome run(Team team, ProblemClass size) {
        Case given = find(size);
        FlowProblem problem = given.problem();
        Flow flow = new Flow(team, problem);
        StepSolver solver = solver(flow);
        flow.initialise();
        step(flow, solver);
        flow.initialise();
        long start = team.start();
        for (int i = 0; i < problem.steps(); i++) {
            step(flow, solver);
        }
        double seconds = team.secondsSince(start);
        double[] errors = flow.errors();
        flow.findChange();
        double[] changes = flow.changes();
        Outcome.Verification verification = new Outcome.Verification();
        for (int i = 0; i < FlowProblem.UNKNOWNS; i++) {
            verification.check("change " + (i + 1), changes[i] / problem.dt(), given.changes()[i], TOLERANCE)
                .check("error " + (i + 1), errors[i], given.errors()[i], TOLERANCE);
        }
        return verification.outcome(seconds, given.operations() * problem.steps());
    }

    private static void step(Flow flow, StepSolver solver) {
        flow.findChange();
        solver.solve();
        flow.advance();
    }
}
