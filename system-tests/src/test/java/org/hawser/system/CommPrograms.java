package org.hawser.system;

import mpi.MPI;

/** Programs that make communicators, by name. */
public final class CommPrograms {
    private CommPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int amount = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
        switch (arguments[0]) {
            case "copies" -> MpiCopies.run();
            case "parts" -> MpiParts.run();
            case "bridges" -> MpiBridges.run();
            case "ends" -> MpiEnds.run(amount);
            case "crowd" -> MpiCrowd.run(amount);
            case "layouts" -> MpiLayouts.run();
            case "refusals" -> MpiRefusals.run();
            default -> throw new IllegalArgumentException("no such program: " + arguments[0]);
        }
        MPI.Finalize();
        System.out.println("well");
    }
}
