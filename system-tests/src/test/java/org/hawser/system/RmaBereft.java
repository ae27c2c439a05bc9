package org.hawser.system;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Programs in which the last rank is killed while it holds something that the others wait for, or while they use its
 * memory. They say what they were told, and show that a window without the lost rank goes on.
 */
final class RmaBereft {
    private RmaBereft() {
    }

    static void run(String how) throws Exception {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int size = MPI.COMM_WORLD.getSize();
        int last = size - 1;
        boolean victim = MPI.COMM_WORLD.getRank() == last;
        RmaLongs shared = RmaLongs.of(4);
        Intracomm others = MPI.COMM_WORLD.split(victim ? 1 : 0, 0);
        others.setErrhandler(MPI.ERRORS_RETURN);
        RmaLongs apart = RmaLongs.of(others, 2);
        if (victim) {
            hold(how, shared);
            MPI.COMM_WORLD.barrier();
            System.out.println("up");
            Thread.sleep(600_000);
        }
        MPI.COMM_WORLD.barrier();
        System.out.println("up");
        try {
            while (true) {
                use(how, shared, last);
            }
        } catch (MPIException e) {
            boolean right = e.getErrorClass() == MPI.ERR_PROC_FAILED || e.getErrorClass() == MPI.ERR_RMA_SYNC;
            System.out.println("told " + right + " " + e.getErrorClass() + " " + e.getMessage());
        }
        goesOn(apart);
        System.out.println("goes on");
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** What the victim has when it dies; all others are at the barrier. */
    private static void hold(String how, RmaLongs longs) throws MPIException {
        switch (how) {
            case "exclusive" -> longs.win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            case "shared" -> longs.win.lock(MPI.LOCK_SHARED, 0, 0);
            case "all" -> {
                longs.win.lockAll(0);
                // The lock of a target may be taken with the first access only.
                longs.put(1, 0, 0);
                longs.win.flush(0);
            }
            case "exclusiveAtSelf" -> longs.win.lock(MPI.LOCK_EXCLUSIVE, longs.me, 0);
            default -> { }
        }
    }

    /** What the others do until they are told. */
    private static void use(String how, RmaLongs longs, int last) throws MPIException {
        switch (how) {
            case "exclusive", "shared", "all" -> {
                longs.win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                longs.win.unlock(0);
            }
            case "exclusiveAtSelf" -> {
                longs.win.lock(MPI.LOCK_SHARED, last, 0);
                longs.win.unlock(last);
            }
            case "fence" -> longs.win.fence(0);
            case "start" -> {
                longs.win.start(longs.group(last), 0);
                longs.put(1, last, 0);
                longs.win.complete();
            }
            case "post" -> {
                longs.win.post(longs.group(last), 0);
                longs.win.waitFor();
            }
            case "locks" -> {
                longs.win.lock(MPI.LOCK_SHARED, last, 0);
                longs.put(1, last, 0);
                longs.win.unlock(last);
            }
            case "lateLocks" -> {
                longs.win.lockAll(0);
                try {
                    longs.put(1, last, 0);
                } finally {
                    longs.win.unlockAll();
                }
            }
            case "flushes" -> flush(longs, () -> {
                longs.put(1, longs.next(), 1);
                longs.win.flush(longs.next());
                longs.put(1, last, 0);
                longs.win.flush(last);
            });
            case "flushesOfAll" -> flush(longs, () -> {
                longs.put(1, last, 0);
                longs.win.flushAll();
            });
            case "create" -> RmaLongs.of(1).close();
            case "free" -> longs.win.free();
            default -> throw new IllegalArgumentException("no such loss: " + how);
        }
    }

    /** Calls that wait for nobody. */
    private interface Calls {
        void run() throws MPIException;
    }

    private static void flush(RmaLongs longs, Calls calls) throws MPIException {
        longs.win.lockAll(0);
        try {
            while (true) {
                calls.run();
            }
        } finally {
            longs.win.unlockAll();
        }
    }

    private static void goesOn(RmaLongs longs) throws MPIException {
        for (int i = 0; i < 50; i++) {
            longs.win.fence(0);
            longs.put(i, longs.next(), 0);
            longs.win.fence(MPI.MODE_NOSUCCEED);
            longs.expect(0, i, "fences of the others");
            longs.win.lock(MPI.LOCK_EXCLUSIVE, longs.next(), 0);
            longs.add(1, longs.next(), 1);
            longs.win.unlock(longs.next());
            longs.comm.barrier();
        }
        longs.expect(1, RmaLongs.initial(longs.me, 1) + 50, "locks of the others");
    }
}
