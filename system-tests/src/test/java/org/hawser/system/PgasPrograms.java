package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.util.concurrent.atomic.AtomicBoolean;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.PgasException;

/** The PGAS programs that ranks of the system tests run, by name; some beside MPI. */
public final class PgasPrograms {
    /** Of this rank: ranks that are threads have statics of their own. */
    private static final AtomicBoolean RELEASED = new AtomicBoolean();

    private PgasPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        String argument = arguments.length > 1 ? arguments[1] : "";
        switch (arguments[0]) {
            case "random" -> random(Long.parseLong(argument));
            case "teams" -> teams(Integer.parseInt(argument));
            case "crowd", "kinds" -> {
                try (Pgas pgas = Pgas.start()) {
                    PgasCrowd.run(pgas, arguments[0].equals("kinds"));
                }
            }
            case "bereft" -> {
                try (Pgas pgas = Pgas.start()) {
                    PgasBereft.run(pgas, argument);
                }
            }
            case "unclosed" -> {
                Pgas pgas = Pgas.start();
                pgas.longs(100, Distribution.cyclic()).put(3, 4);
                // What a thread has is gone with it: nobody ends before all have written.
                pgas.barrier();
            }
            case "afterFinalize" -> afterFinalize();
            case "troubledEnd" -> troubledEnd();
            case "survivors" -> PgasSurvivors.run(argument);
            default -> besideMpi(arguments[0], argument);
        }
        System.out.println("well");
    }

    private static void besideMpi(String name, String argument) throws Exception {
        boolean first = argument.length() % 2 == 0;
        Pgas early = first ? Pgas.start() : null;
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        try (Pgas pgas = first ? early : Pgas.start()) {
            switch (name) {
                case "mixture" -> PgasMixture.run(pgas, Integer.parseInt(argument));
                case "barriers" -> PgasBarriers.run(pgas, Integer.parseInt(argument));
                case "servingInMpi" -> PgasServing.inMpi(pgas, argument);
                case "servingInPgas" -> PgasServing.inPgas(pgas, argument);
                default -> throw new IllegalArgumentException("no such program: " + name);
            }
        }
        MPI.Finalize();
    }

    /** Random programs for some seconds; one that is named by its seed, negative, runs alone. */
    private static void random(long amount) {
        try (Pgas pgas = Pgas.start()) {
            long seed = pgas.collectives().broadcast(amount < 0 ? -amount : System.nanoTime() >>> 1, 0);
            try {
                PgasRandom program = new PgasRandom(pgas, seed);
                long phases = amount < 0 ? program.run(1_000) : program.runFor(amount);
                if (pgas.myThread() == 0) {
                    System.out.println("phases=" + phases);
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed + ": " + e, e);
            }
        }
    }

    /**
     * Random programs of two teams at the same time, then of all threads: first of those with even and with odd
     * numbers, then of both halves, so that teams lie within hosts and across them.
     */
    private static void teams(int phases) {
        try (Pgas pgas = Pgas.start()) {
            int me = pgas.myThread();
            for (int colour : new int[] {me % 2, 2 * me / pgas.threads()}) {
                try (Pgas team = pgas.split(colour, -me)) {
                    new PgasRandom(team, 10 + colour).run(phases);
                }
            }
            new PgasRandom(pgas, 12).run(phases);
            pgas.barrier();
        }
    }

    private static void afterFinalize() throws MPIException {
        MPI.Init(new String[0]);
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
        try {
            Pgas.start();
            throw new AssertionError("started after the rank had left its job");
        } catch (PgasException e) {
            check(e.getMessage().contains("has left its job, with the end of MPI: rank=") && e.getMessage().contains(
                " host="), e.getMessage());
        }
    }

    /** A handler of thread 1 has thrown, and its next call is the end: it is told, when all have come. */
    private static void troubledEnd() throws MPIException {
        MPI.Init(new String[0]);
        int me = MPI.COMM_WORLD.getRank();
        Pgas pgas = Pgas.start();
        pgas.messages().register(1, (token, arguments, payload) -> {
            throw new IllegalStateException("bad day");
        });
        pgas.barrier();
        if (me == 0) {
            pgas.messages().send(1, 1);
            MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 1, 1);
        } else if (me == 1) {
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 1);
        }
        String told = "";
        try {
            pgas.close();
        } catch (PgasException e) {
            told = e.getMessage();
        }
        check(told.contains("a handler has thrown: handler=1 source=0") == (me == 1), "told: " + told);
        MPI.COMM_WORLD.barrier();
        Pgas.start().close();
        MPI.Finalize();
    }

    /** Rank 1 has done what rank 0's call waits for. */
    static void release(Pgas pgas) {
        RELEASED.set(true);
        pgas.rank().wakeWaiting();
    }

    static void awaitReleased(Pgas pgas) {
        pgas.rank().await(RELEASED::get);
    }
}
