package org.hawser.system;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.testkit.rma.RmaPlanner;
import org.hawser.testkit.rma.RmaProgram;
import org.hawser.testkit.rma.RmaRun;
import org.hawser.testkit.rma.WindowPlan;

/**
 * Random one-sided programs, one after the other for some seconds, of windows of every design. A failure tells the
 * seed; given instead of the seconds as {@code -SEED}, that program alone is run.
 */
final class RmaMixture {
    private static final List<WindowPlan.Memory> MEMORIES = List.of(WindowPlan.Memory.values());

    /** A program takes far less; one that takes longer is told of once, before the job is ended. */
    private static final long HANG_MILLIS = 20_000;

    private static volatile long running;

    private RmaMixture() {
    }

    /** Tells the seed of a program that does not end. */
    private static void watch() {
        long seen = 0;
        try {
            while (true) {
                Thread.sleep(HANG_MILLIS);
                if (seen == running) {
                    System.out.println("does not end: seed=" + seen);
                }
                seen = running;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What windows are made with: each design of each choice. */
    static List<Map<String, String>> designs() {
        List<Map<String, String>> designs = new ArrayList<>();
        designs.add(Map.of());
        for (String path : new String[] {"direct", "messages", "agent"}) {
            designs.add(Map.of("hawser_path", path));
        }
        for (String fence : new String[] {"deferred", "naive", "barrier", "notify"}) {
            designs.add(Map.of("hawser_fence", fence));
        }
        for (String locks : new String[] {"cpu", "network", "migrate", "history"}) {
            designs.add(Map.of("hawser_locks", locks));
        }
        designs.add(Map.of("hawser_path", "messages", "hawser_schedule", "off"));
        designs.add(Map.of("hawser_path", "messages", "hawser_schedule", "interleave"));
        designs.add(Map.of("hawser_path", "messages", "hawser_schedule", "gets-first,aggregate"));
        designs.add(Map.of("hawser_path", "agent", "hawser_locks", "network", "hawser_fence", "deferred"));
        designs.add(Map.of("hawser_path", "agent", "hawser_fence", "notify"));
        return designs;
    }

    static void run(long amount) throws MPIException {
        Intracomm comm = MPI.COMM_WORLD;
        if (comm.getRank() == 0) {
            Thread.ofPlatform().daemon().start(RmaMixture::watch);
        }
        if (amount < 0) {
            program(comm, -amount);
            return;
        }
        long end = System.nanoTime() + amount * 1_000_000_000L;
        long[] next = {1 + Math.floorMod(System.nanoTime(), 1_000_000_000L) * 1000};
        long programs = 0;
        while (true) {
            next[0] = System.nanoTime() < end || programs == 0 ? next[0] + 1 : 0;
            comm.bcast(next, 1, MPI.LONG, 0);
            if (next[0] == 0) {
                break;
            }
            program(comm, next[0]);
            programs++;
        }
        if (comm.getRank() == 0) {
            System.out.println("programs=" + programs);
        }
    }

    private static void program(Intracomm comm, long seed) throws MPIException {
        running = seed;
        int rounds = 1 + (int) (seed % 5);
        RmaProgram program = RmaPlanner.plan(seed, comm.getSize(), rounds, MEMORIES, designs());
        try {
            RmaMixtureWindows windows = new RmaMixtureWindows(program, comm);
            RmaRun.run(program, comm.getRank(), windows);
            windows.free();
        } catch (MPIException | RuntimeException e) {
            throw new AssertionError("seed=" + seed + ": " + e, e);
        }
    }
}
