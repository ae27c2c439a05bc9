package org.hawser.system;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** The programs of collectives that ranks of the system tests run, by name. */
public final class CollFormsPrograms {

    private CollFormsPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        if (arguments[0].equals("lost")) {
            lost(Boolean.parseBoolean(arguments[1]));
        } else {
            run(arguments[0]);
        }
        MPI.Finalize();
        System.out.println("well");
    }

    static void run(String name) throws Exception {
        switch (name) {
            case "forms" -> CollForms.run();
            case "types" -> CollTypes.run();
            case "allocation" -> CollAllocation.run();
            case "refusals" -> {
                CollRefusals.run();
                CollLooseCounts.run();
            }
            default -> throw new IllegalArgumentException("no such program: " + name);
        }
    }

    /** The last rank never comes to a collective of the others, and is killed. */
    private static void lost(boolean waits) throws Exception {
        Comm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        int last = world.getSize() - 1;
        double[] data = new double[50_000];
        world.allReduce(data, data.length, MPI.DOUBLE, MPI.SUM);
        System.out.println("up");
        if (world.getRank() == last) {
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
