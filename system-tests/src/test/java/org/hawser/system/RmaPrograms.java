package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Programs of windows, by name. */
public final class RmaPrograms {
    private RmaPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        long amount = arguments.length > 1 && arguments[1].matches("-?[0-9]+") ? Long.parseLong(arguments[1]) : 0;
        if (arguments[0].equals("bereft")) {
            RmaBereft.run(arguments[1]);
        } else {
            run(arguments[0], amount);
        }
        MPI.Finalize();
        System.out.println("well");
    }

    static void run(String name, long amount) throws Exception {
        switch (name) {
            case "rules" -> rules();
            case "fences" -> RmaFences.run();
            case "pairings" -> RmaPairings.run();
            case "locks" -> RmaLocks.run();
            case "items" -> RmaItems.run();
            case "windows" -> RmaWindows.run();
            case "mistakes" -> RmaMistakes.run();
            case "mixture" -> RmaMixture.run(amount);
            case "contention" -> RmaContention.run((int) amount);
            case "large" -> large();
            case "computing" -> RmaBusy.amongComputingThreads((int) amount);
            case "untilEnded" -> RmaBusy.untilEnded();
            case "lettingGo" -> RmaBusy.lettingGo();
            default -> throw new IllegalArgumentException("no such program: " + name);
        }
    }

    private static void rules() throws MPIException {
        RmaFences.run();
        RmaPairings.run();
        RmaLocks.run();
        RmaLocks.requests();
        RmaItems.run();
        RmaWindows.run();
        RmaWindows.dynamic();
        RmaMistakes.run();
    }

    /** A window of more than 2 GiB: its ends, and both sides of 2 GiB. */
    private static void large() throws MPIException {
        long bytes = (1L << 31) + (1 << 20);
        boolean mine = MPI.COMM_WORLD.getRank() == 0;
        Win win = Win.allocate(mine ? bytes : 0, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        MemorySegment memory = win.getMemory();
        check(memory.byteSize() == (mine ? bytes : 0), "size: " + memory.byteSize());
        long[] places = {0, (1L << 31) - 8, (1L << 31) - 4, 1L << 31, bytes - 8};
        long me = MPI.COMM_WORLD.getRank();
        win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
        for (long place : places) {
            long[] got = new long[1];
            win.put(new long[] {place + me}, 1, MPI.LONG, 0, place, 1, MPI.LONG);
            win.flush(0);
            win.get(got, 1, MPI.LONG, 0, place, 1, MPI.LONG);
            win.flush(0);
            check(got[0] == place + me, "came back from " + place);
        }
        win.unlock(0);
        MPI.COMM_WORLD.barrier();
        win.lockAll(0);
        win.accumulate(new long[] {1}, 1, MPI.LONG, 0, bytes - 16, 1, MPI.LONG, MPI.SUM);
        win.unlockAll();
        MPI.COMM_WORLD.barrier();
        check(!mine || memory.get(ValueLayout.JAVA_LONG_UNALIGNED, bytes - 16) == MPI.COMM_WORLD.getSize(), "sum");
        win.free();
    }
}
