package org.hawser.system;

import mpi.MPI;
import mpi.MPIException;

/** Programs that make communicators, by name. */
public final class CommPrograms {
    private CommPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        run(arguments[0], arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0);
        MPI.Finalize();
        System.out.println("well");
    }

    static void run(String name, int amount) throws Exception {
        switch (name) {
            case "copies" -> MpiCopies.run();
            case "parts" -> MpiParts.run();
            case "bridges" -> MpiBridges.run();
            case "ends" -> MpiEnds.run(amount);
            case "crowd" -> MpiCrowd.run(amount);
            case "layouts" -> MpiLayouts.run();
            case "mixture" -> MpiMixture.run(amount);
            case "refusals" -> MpiRefusals.run();
            case "bereft" -> bereft();
            default -> throw new IllegalArgumentException("no such program: " + name);
        }
    }

    /** Makes communicators of all until one of them is killed. */
    private static void bereft() throws MPIException {
        MPI.COMM_WORLD.barrier();
        System.out.println("up");
        try {
            while (true) {
                MPI.COMM_WORLD.dup().free();
                MPI.COMM_WORLD.split(0, MPI.COMM_WORLD.getRank()).free();
                MPI.COMM_WORLD.createDistGraph(new int[] {0}, new int[] {1}, new int[] {0}, MPI.INFO_NULL, false)
                    .free();
            }
        } catch (MPIException e) {
            System.out.println("told " + (e.getErrorClass() == MPI.ERR_PROC_FAILED) + " " + e.getMessage());
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
