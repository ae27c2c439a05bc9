package org.hawser.system;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Programs of collectives, by name. */
public final class CollPrograms {
    private CollPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int amount = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
        Intracomm world = MPI.COMM_WORLD;
        switch (arguments[0]) {
            case "definitions" -> {
                MpiRooted.run(world);
                MpiAllWithAll.run(world);
                MpiReductions.run(world);
            }
            case "parts" -> {
                Intracomm turned = world.split(world.getRank() % 2, -world.getRank());
                MpiRooted.run(turned);
                MpiAllWithAll.run(turned);
                MpiReductions.run(turned);
                turned.free();
            }
            case "neighbours" -> MpiNeighbours.run();
            case "across" -> MpiAcross.run();
            case "wrong" -> MpiWrongCollectives.run();
            case "types" -> CollTypes.run();
            case "lost" -> lost(amount == 0);
            case "mixture" -> CollMixture.run(amount);
            default -> throw new IllegalArgumentException("no such program: " + arguments[0]);
        }
        MPI.Finalize();
        System.out.println("well");
    }

    /** The last rank never comes to a collective of the others, and is killed. */
    private static void lost(boolean waits) throws Exception {
        Comm world = MPI.COMM_WORLD;
        double[] data = new double[50_000];
        world.allReduce(data, data.length, MPI.DOUBLE, MPI.SUM);
        System.out.println("up");
        if (world.getRank() == world.getSize() - 1) {
            world.recv(new byte[1], 1, MPI.BYTE, 0, 1);
        }
        try {
            if (waits) {
                world.allReduce(data, data.length, MPI.DOUBLE, MPI.SUM);
            } else {
                world.iAllReduce(data, data.length, MPI.DOUBLE, MPI.SUM).waitFor();
            }
            throw new AssertionError("went on without the lost rank");
        } catch (MPIException e) {
            System.out.println("told " + e.getErrorClass() + " " + e.getMessage());
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
