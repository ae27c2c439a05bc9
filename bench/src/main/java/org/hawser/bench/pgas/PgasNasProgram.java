package org.hawser.bench.pgas;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.MpiCalls;
import org.hawser.bench.nas.NasFigures;
import org.hawser.bench.nas.Outcome;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.pgas.Pgas;

/**
 * What the ranks of a NAS kernel's job run when it is compared on shared memory and on messages: both models are there
 * together, on the same ranks.
 *
 * {@snippet :
 * // hawser run -n 4 -cp hawser-bench.jar org.hawser.bench.pgas.PgasNasProgram FT A 1 rotated zero-first mpi
 * }
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class PgasNasProgram {
    /** The way that is none of shared memory: messages. */
    public static final String MESSAGES = "mpi";

    private PgasNasProgram() {
    }

    /**
     * Runs a kernel several times in one job, so that all but the first run are of compiled code.
     *
     * @param arguments the kernel, the problem's class, how often, and the ways that take turns
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        KernelKind kind = KernelKind.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        ProblemClass size = ProblemClass.valueOf(arguments[1].toUpperCase(Locale.ROOT));
        List<String> ways = Arrays.asList(arguments).subList(3, arguments.length);
        MPI.Init(arguments);
        try (Pgas pgas = Pgas.start()) {
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                for (String way : ways) {
                    print(pgas, run(pgas, way, kind, size));
                }
            }
        }
        MPI.Finalize();
    }

    private static Outcome run(Pgas pgas, String way, KernelKind kind, ProblemClass size) throws MPIException {
        return way.equals(MESSAGES) ? kind.make().run(MpiCalls.team(MPI.COMM_WORLD), size)
            : SharedTeam.run(pgas, KernelWay.of(way), kind, size);
    }

    private static void print(Pgas pgas, Outcome outcome) {
        if (pgas.myThread() != 0) {
            return;
        }
        System.out.println(NasFigures.of(outcome).toLine());
        if (!outcome.verified()) {
            outcome.checks().forEach(System.out::println);
        }
    }
}
