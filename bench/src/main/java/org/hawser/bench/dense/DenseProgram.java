package org.hawser.bench.dense;

import java.util.List;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;

/**
 * What the ranks of a job on dense matrices run: all variants in turns, once to be compiled and then once per round.
 *
 * <pre>{@code
 * hawser run -n 4 -cp hawser-bench.jar org.hawser.bench.dense.DenseProgram lu 1024 128 3 direct two-sided
 * }</pre>
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class DenseProgram {
    /** Variants that are policies of the windows' locks. */
    private static final List<String> LOCKS = List.of("history", "cpu", "network", "migrate");

    private DenseProgram() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the program ({@code lu} or {@code summa}), the order, the block's side, rounds, variants
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        if (arguments.length < 5 || !List.of("lu", "summa").contains(arguments[0])) {
            throw new IllegalArgumentException("arguments are: lu or summa, order, side of a block, rounds, variants; "
                + "as lu 1024 128 3 direct two-sided; got=" + List.of(arguments));
        }
        MPI.Init(arguments);
        int order = Integer.parseInt(arguments[1]);
        int side = Integer.parseInt(arguments[2]);
        int rounds = Integer.parseInt(arguments[3]);
        RankGrid grid = new RankGrid(MPI.COMM_WORLD);
        for (int round = 0; round <= rounds; round++) {
            for (int i = 4; i < arguments.length; i++) {
                DenseFigures figures = arguments[0].equals("lu") ? lu(grid, order, side, arguments[i])
                    : summa(grid, order, side, arguments[i]);
                if (round > 0 && MPI.COMM_WORLD.getRank() == 0) {
                    System.out.println(figures.toLine());
                }
            }
        }
        MPI.Finalize();
    }

    private static DenseFigures lu(RankGrid grid, int order, int side, String variant) throws MPIException {
        Lu program = new Lu(grid, order, side, hints(variant));
        DenseFigures figures = program.run(variant);
        program.free();
        return figures;
    }

    private static DenseFigures summa(RankGrid grid, int order, int side, String variant) throws MPIException {
        Summa.Fetch fetch = variant.equals("lines") ? Summa.Fetch.LINES : Summa.Fetch.VECTOR;
        Summa program = new Summa(grid, order, side, fetch, hints(variant));
        DenseFigures figures = program.run(variant);
        program.free();
        return figures;
    }

    private static Info hints(String variant) throws MPIException {
        Info info = new Info();
        info.set("hawser_path", switch (variant) {
            case "two-sided" -> "messages";
            case "agent" -> "agent";
            default -> "direct";
        });
        if (LOCKS.contains(variant)) {
            info.set("hawser_locks", variant);
        }
        return info;
    }
}
