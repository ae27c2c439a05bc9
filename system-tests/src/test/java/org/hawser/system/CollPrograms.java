package org.hawser.system;

import mpi.Intracomm;
import mpi.MPI;

/** Programs of collectives, by name. */
public final class CollPrograms {
    private CollPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        run(arguments[0], arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0);
        MPI.Finalize();
        System.out.println("well");
    }

    static void run(String name, int amount) throws Exception {
        Intracomm world = MPI.COMM_WORLD;
        switch (name) {
            case "definitions" -> {
                MpiRooted.run(world);
                MpiAllWithAll.run(world);
                MpiReductions.run(world);
                MpiRecords.run(world);
            }
            case "parts" -> {
                Intracomm turned = world.split(world.getRank() % 2, -world.getRank());
                MpiRooted.run(turned);
                MpiAllWithAll.run(turned);
                MpiReductions.run(turned);
                MpiRecords.run(turned);
                turned.free();
            }
            case "neighbours" -> MpiNeighbours.run();
            case "across" -> MpiAcross.run();
            case "wrong" -> MpiWrongCollectives.run();
            case "mixture" -> CollMixture.run(amount);
            default -> throw new IllegalArgumentException("no such program: " + name);
        }
    }
}
