package org.hawser.bench.nas;

import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.bench.lab.IdleModel;

/**
 * What the ranks of a kernel's job run.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class NasProgram {
    private static final long REST_NANOS = 40_000_000;

    private NasProgram() {
    }

    /**
     * Runs a kernel several times in one job, so that all but the first run are of compiled code; as often again by
     * turns beside an {@link IdleModel} and without, where the job's settings have one.
     *
     * @param arguments the kernel, the problem's class, how often, and the ways of exchange that take turns; none:
     *     messages, as MPI programs send them
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        KernelKind kind = KernelKind.valueOf(arguments[0]);
        ProblemClass size = ProblemClass.valueOf(arguments[1]);
        MPI.Init(arguments);
        run(kind, size, arguments, round -> { });
        if (IdleModel.isIn(System.getenv())) {
            try (IdleModel model = new IdleModel()) {
                run(kind, size, arguments, model::turn);
            }
        }
        MPI.Finalize();
    }

    private static void run(KernelKind kind, ProblemClass size, String[] arguments, IntConsumer beforeRun)
            throws MPIException {
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            beforeRun.accept(i);
            if (arguments.length == 3) {
                print(kind.make().run(MpiCalls.team(MPI.COMM_WORLD), size));
                rest();
            }
            for (int way = 3; way < arguments.length; way++) {
                Transfer transfer = TransferKind.valueOf(arguments[way]).open(MPI.COMM_WORLD);
                print(kind.make().run(MpiCalls.team(MPI.COMM_WORLD, transfer), size));
                transfer.close();
            }
        }
    }

    /** Where a percent is looked for: ranks that poll leave the compiler no core, and it must come to an end. */
    private static void rest() {
        if (IdleModel.isIn(System.getenv())) {
            LockSupport.parkNanos(REST_NANOS);
        }
    }

    private static void print(Outcome outcome) throws MPIException {
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println(NasFigures.of(outcome).toLine());
        }
    }

    /** Runs a kernel once and says what came out: the program that a kernel's class is by itself. */
    static void run(KernelKind kind, String[] arguments) throws MPIException {
        String word = arguments.length == 0 ? "S" : arguments[0].toUpperCase(Locale.ROOT);
        ProblemClass size = kind.classes().stream().filter(one -> one.name().equals(word)).findFirst().orElseThrow(() ->
            new IllegalArgumentException("no such problem: kernel=" + kind.word() + " class=" + word + " classes="
                + kind.classes()));
        MPI.Init(arguments);
        Team team = MpiCalls.team(MPI.COMM_WORLD);
        if (!kind.suits(team.size())) {
            throw new IllegalArgumentException("ranks do not suit the kernel: kernel=" + kind.word() + " ranks="
                + team.size());
        }
        Outcome outcome = kind.make().run(team, size);
        if (team.rank() == 0) {
            outcome.checks().forEach(check -> System.out.println("  " + check));
            System.out.printf(Locale.ROOT, "%s.%s, %d ranks: %s, %.3f s, %.1f Mop/s%n", kind.word(), size,
                team.size(), outcome.verified() ? "verified" : "NOT VERIFIED", outcome.seconds(), outcome.mops());
        }
        MPI.Finalize();
        if (!outcome.verified()) {
            System.exit(1);
        }
    }
}
