package org.hawser.bench.pgas;

import org.hawser.bench.nas.Kernel;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.Outcome;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.bench.nas.Team;
import org.hawser.pgas.Pgas;

/**
 * The threads of a global address space as a team that runs NAS kernels.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
final class SharedTeam implements AutoCloseable {
    private final PgasCalls calls;
    private final PgasTransfer transfer;
    private final Team team;

    /** Collective: all threads, with their data going that way. */
    SharedTeam(Pgas pgas, KernelWay way) {
        calls = new PgasCalls(pgas, way.order, way.together);
        transfer = new PgasTransfer(pgas, way.puts);
        team = new Team(pgas.myThread(), pgas.threads(), calls, transfer);
    }

    /** Runs a kernel once. */
    static Outcome run(Pgas pgas, KernelWay way, KernelKind kind, ProblemClass size) {
        try (SharedTeam shared = new SharedTeam(pgas, way)) {
            Kernel kernel = kind.make();
            return kernel.run(shared.team, size);
        }
    }

    /** Collective. */
    @Override
    public void close() {
        calls.close();
        transfer.close();
    }
}
