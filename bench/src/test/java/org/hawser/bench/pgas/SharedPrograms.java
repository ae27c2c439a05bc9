package org.hawser.bench.pgas;

import mpi.MPI;
import mpi.MPIException;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.Outcome;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.pgas.Pgas;

/** Runs all that there is on shared memory, in every way, in one job, so that a test need not start one for each. */
public final class SharedPrograms {
    private static final int TABLE_BYTES = 1 << 16;
    private static final int BATCHES = 4;
    /** As the rules of RandomAccess have it. */
    private static final double MOST_WRONG = 0.01;
    private static final int TRIAD_BYTES = 1 << 12;

    private SharedPrograms() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments names of kernels
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        MPI.Init(arguments);
        try (Pgas pgas = Pgas.start()) {
            for (String name : arguments) {
                KernelKind kernel = KernelKind.valueOf(name);
                for (KernelWay way : KernelWay.of(kernel)) {
                    Outcome outcome = SharedTeam.run(pgas, way, kernel, ProblemClass.S);
                    say(pgas, name + " " + way.word(), outcome.verified(), String.join("; ", outcome.checks()));
                }
            }
            updates(pgas);
            triads(pgas);
        }
        MPI.Finalize();
    }

    private static void updates(Pgas pgas) {
        try (SharedTable table = new SharedTable(pgas, TABLE_BYTES)) {
            for (SharedTable.Way way : SharedTable.Way.values()) {
                double wrong = table.shareWrong(way, BATCHES);
                say(pgas, "updates " + way.word(), wrong <= (way.isAtomic() ? 0 : MOST_WRONG), "wrong " + wrong);
            }
        }
    }

    private static void triads(Pgas pgas) {
        try (SharedTriad triad = new SharedTriad(pgas, TRIAD_BYTES)) {
            for (SharedTriad.Way way : SharedTriad.Way.values()) {
                double wrong = triad.shareWrong(way);
                say(pgas, "triad " + way.word(), wrong == 0, "wrong " + wrong);
            }
        }
    }

    private static void say(Pgas pgas, String what, boolean right, String details) {
        if (pgas.myThread() == 0) {
            System.out.println(what + (right ? " verified" : " NOT VERIFIED: " + details));
        }
    }
}
