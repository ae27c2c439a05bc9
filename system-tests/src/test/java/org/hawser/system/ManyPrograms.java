package org.hawser.system;

import mpi.MPI;

/**
 * Programs of several classes, one after the other in one job, for media on which each in a job of its own would take
 * too long: {@code coll.parts}, and those that want a number or a file with it, as {@code comm.ends:300}.
 */
public final class ManyPrograms {
    private ManyPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        for (String argument : arguments) {
            String[] words = argument.split("[.:]", 3);
            if (MPI.COMM_WORLD.getRank() == 0) {
                System.out.println(argument);
            }
            run(words[0], words[1], words.length > 2 ? words[2] : "0");
            MPI.COMM_WORLD.barrier();
        }
        MPI.Finalize();
        System.out.println("well");
    }

    private static void run(String programs, String name, String with) throws Exception {
        switch (programs) {
            case "p2p" -> MpiPrograms.run(name, Integer.parseInt(with));
            case "coll" -> CollPrograms.run(name, Integer.parseInt(with));
            case "forms" -> CollFormsPrograms.run(name);
            case "comm" -> CommPrograms.run(name, Integer.parseInt(with));
            case "file" -> FilePrograms.run(name, with);
            case "rma" -> RmaPrograms.run(name, Integer.parseInt(with));
            case "lock" -> RmaLockPrograms.count(Integer.parseInt(with));
            default -> throw new IllegalArgumentException("no such programs: " + programs);
        }
    }
}
