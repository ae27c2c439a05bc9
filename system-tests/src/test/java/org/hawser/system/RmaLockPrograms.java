package org.hawser.system;

import java.nio.LongBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** What ranks of {@link RmaLockIT} do with the locks of windows. */
public final class RmaLockPrograms {
    private RmaLockPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        // With "levels", rank 1 may call from several threads: then no lock becomes anybody's own.
        boolean several = arguments.length > 2 && "1".equals(System.getenv("OMPI_COMM_WORLD_RANK"));
        MPI.InitThread(arguments, several ? MPI.THREAD_MULTIPLE : MPI.THREAD_SINGLE);
        if (arguments[0].equals("count")) {
            count(Integer.parseInt(arguments[1]));
        } else {
            lost(arguments[0]);
        }
        MPI.Finalize();
        System.out.println("well");
    }

    /**
     * All ranks count in one word under the exclusive lock, and look at it under the shared one. Before that the lock
     * may have become the own of rank 0.
     */
    static void count(int turns) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        LongBuffer memory = MPI.newLongBuffer(8);
        Win window = new Win(memory, 8, 1, MPI.INFO_NULL, world);
        LongBuffer word = MPI.newLongBuffer(1);
        for (int i = 0; i < 5 && world.getRank() == 0; i++) {
            goOn(window, 0, 1);
        }
        world.barrier();
        for (int i = 0; i < turns; i++) {
            boolean writes = i % 4 != 3;
            window.lock(writes ? MPI.LOCK_EXCLUSIVE : MPI.LOCK_SHARED, 0, 0);
            window.get(word, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
            if (writes) {
                window.flush(0);
                word.put(0, word.get(0) + 1);
                window.put(word, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
            }
            window.unlock(0);
        }
        world.barrier();
        long expected = (long) world.getSize() * (turns - turns / 4);
        if (world.getRank() == 0 && memory.get(0) != expected) {
            throw new AssertionError("counted=" + memory.get(0) + " expected=" + expected);
        }
        window.free();
    }

    /**
     * The last rank is killed while it has a lock; the others find out, and use other locks.
     *
     * @param how exclusive or shared; or inside or outside of a lock that is its own, the latter being free for others
     */
    private static void lost(String how) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        Win one = new Win(MPI.newLongBuffer(8), 8, 1, MPI.INFO_NULL, world);
        Win other = new Win(MPI.newLongBuffer(8), 8, 1, MPI.INFO_NULL, world);
        int me = world.getRank();
        int last = world.getSize() - 1;
        if (me == last) {
            hold(one, how);
        }
        world.barrier();
        System.out.println("up");
        System.out.flush();
        if (me == last) {
            // Until it is killed.
            world.recv(new byte[1], 1, MPI.BYTE, 0, 3);
        }
        if (how.equals("outside")) {
            goOn(one, 0, 1);
        } else {
            findOut(one);
        }
        goOn(other, 0, last);
        goOn(one, 1, last);
        part(world, last);
        System.out.println("went on");
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void hold(Win window, String how) throws MPIException {
        if (how.equals("inside") || how.equals("outside")) {
            for (int i = 0; i < 5; i++) {
                goOn(window, 0, 1);
            }
        }
        if (!how.equals("outside")) {
            window.lock(how.equals("shared") ? MPI.LOCK_SHARED : MPI.LOCK_EXCLUSIVE, 0, 0);
        }
    }

    private static void findOut(Win window) {
        try {
            window.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            throw new AssertionError("has a lock that another rank was killed with");
        } catch (MPIException e) {
            System.out.println("told " + (e.getErrorClass() == MPI.ERR_PROC_FAILED) + " " + e.getMessage());
        }
    }

    /** Waits for the others that are left: what they still do may need this rank. */
    private static void part(Comm world, int left) throws MPIException {
        byte[] nothing = new byte[1];
        for (int i = 0; i < left; i++) {
            if (i != world.getRank()) {
                world.send(nothing, 1, MPI.BYTE, i, 4);
            }
        }
        for (int i = 0; i < left; i++) {
            if (i != world.getRank()) {
                world.recv(nothing, 1, MPI.BYTE, i, 4);
            }
        }
    }

    private static void goOn(Win window, int first, int end) throws MPIException {
        LongBuffer word = MPI.newLongBuffer(1);
        for (int target = first; target < end; target++) {
            window.lock(MPI.LOCK_EXCLUSIVE, target, 0);
            window.put(word, 1, MPI.LONG, target, 0, 1, MPI.LONG);
            window.unlock(target);
        }
    }
}
