package org.hawser.system;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** The MPI programs that ranks of the system tests run, by name. */
public final class MpiPrograms {

    private MpiPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        int amount = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
        if (arguments[0].equals("mistakes")) {
            MpiMistakes.run();
        } else {
            MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
            run(arguments[0], amount);
            MPI.Finalize();
        }
        System.out.println("well");
    }

    static void run(String name, int amount) throws Exception {
        switch (name) {
            case "buffers" -> MpiExchanges.buffers();
            case "modes" -> MpiExchanges.modes();
            case "requests" -> MpiExchanges.requests(amount);
            case "probes" -> MpiExchanges.probes(amount);
            case "unwaited" -> MpiExchanges.unwaited(amount);
            case "leftover" -> MpiExchanges.leftover();
            case "enough" -> enough(amount);
            case "hurried" -> hurried();
            case "allocation" -> MpiAllocation.run();
            case "types" -> MpiTypes.run();
            case "overloads" -> MpiOverloads.run();
            case "sameMemory" -> MpiSameMemory.run();
            case "traffic" -> MpiTraffic.run(amount);
            case "lost" -> lost(amount, true);
            case "lostFatal" -> lost(amount, false);
            default -> throw new IllegalArgumentException("no such program: " + name);
        }
    }

    /** One rank ends the job with {@code code}; the others wait for what never comes. */
    private static void enough(int code) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        world.barrier();
        if (world.getRank() == 1) {
            world.abort(code);
        }
        world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 1);
    }

    /** The first rank ends without Finalize, the second one waits for it. */
    private static void hurried() throws MPIException {
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.exit(0);
        }
        MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 1);
    }

    /** The last rank offers large messages until it is killed; the others wait for one more than it sends. */
    private static void lost(int bytes, boolean returns) throws Exception {
        Comm world = MPI.COMM_WORLD;
        int last = world.getSize() - 1;
        if (returns) {
            world.setErrhandler(MPI.ERRORS_RETURN);
        }
        world.barrier();
        System.out.println("up");
        if (world.getRank() == last) {
            // Offered, never received: it is killed in the middle of a rendezvous.
            world.send(new byte[bytes], bytes, MPI.BYTE, 0, 1);
        }
        try {
            if (world.getRank() % 2 == 0) {
                world.recv(new byte[bytes], bytes, MPI.BYTE, last, 2);
            } else {
                world.sSend(new byte[bytes], bytes, MPI.BYTE, last, 2);
            }
            throw new AssertionError("went on without the lost rank");
        } catch (MPIException e) {
            System.out.println("told " + (e.getErrorClass() == MPI.ERR_PROC_FAILED) + " " + e.getMessage());
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
