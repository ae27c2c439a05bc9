package org.hawser.examples.mpi;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * An iteration that loses a rank in its middle and is finished by the rest: {@code hawser run -n 4 mpi.survivor
 * [numbers steps]}.
 *
 * <p>The ranks smooth a ring of numbers: every step makes each the mean of itself and its two neighbours, which the
 * ranks send each other at the edges of their parts. Every few steps all ranks keep a copy of all numbers. In the
 * middle the last rank ends its process as {@code kill -9} would. Whoever notices revokes the communicator, so that
 * nobody waits for somebody who has noticed; all that are left shrink it, go back to the last copy that all of them
 * have, share the numbers out anew and go on. The result is that of a serial run, to the last bit.
 *
 * <p>The launcher lets the others go on because they handle errors themselves; the exit code of the job still tells of
 * the rank that was killed.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Survivor {
    private static final int KEEP_EVERY = 10;
    /** What a process has for an exit code that was killed by signal 9. */
    private static final int KILLED = 137;

    private Intracomm comm = MPI.COMM_WORLD;
    private double[] kept;
    private int keptStep;
    private double[] part;

    private Survivor(double[] start) {
        kept = start;
    }

    /**
     * Runs on every rank.
     *
     * @param args numbers (1000) and steps (100)
     * @throws MPIException when a call fails for another reason than a lost rank
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int numbers = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        int steps = args.length > 1 ? Integer.parseInt(args[1]) : 100;
        double[] start = new double[numbers];
        Arrays.setAll(start, i -> i % 17);
        Survivor survivor = new Survivor(start);
        double[] result = survivor.run(steps, MPI.COMM_WORLD.getRank() > 0
            && MPI.COMM_WORLD.getRank() == MPI.COMM_WORLD.getSize() - 1 ? steps / 2 : -1);
        boolean right = Arrays.equals(result, serially(start, steps));
        if (survivor.comm.getRank() == 0) {
            System.out.println("finished by " + survivor.comm.getSize() + " of " + MPI.COMM_WORLD.getSize()
                + " ranks, " + (right ? "as in a serial run" : "wrong"));
        }
        MPI.Finalize();
        if (!right) {
            System.exit(1);
        }
    }

    private double[] run(int steps, int lastStep) throws MPIException {
        int step = 0;
        share();
        while (keptStep < steps) {
            boolean well = true;
            try {
                if (step == lastStep) {
                    Runtime.getRuntime().halt(KILLED);
                }
                smooth();
                step++;
                if (step % KEEP_EVERY == 0 || step == steps) {
                    double[] all = gather();
                    // A copy counts when all have it: then all go back to the same one.
                    well = agreed(true);
                    kept = well ? all : kept;
                    keptStep = well ? step : keptStep;
                }
            } catch (MPIException e) {
                comm.revoke();
                well = agreed(false);
            }
            if (!well) {
                comm = comm.shrink();
                share();
                step = keptStep;
            }
        }
        return kept;
    }

    /** True when all that are left say so. Each asks once: where it keeps a copy, or where it failed before. */
    private boolean agreed(boolean well) throws MPIException {
        return comm.agree(well ? 1 : 0) == 1;
    }

    /** Takes this rank's part of the numbers that were kept. */
    private void share() throws MPIException {
        int size = comm.getSize();
        int first = (int) ((long) kept.length * comm.getRank() / size);
        part = Arrays.copyOfRange(kept, first, (int) ((long) kept.length * (comm.getRank() + 1) / size));
    }

    private void smooth() throws MPIException {
        int size = comm.getSize();
        int right = (comm.getRank() + 1) % size;
        int left = (comm.getRank() + size - 1) % size;
        double[] before = new double[1];
        double[] after = new double[1];
        comm.sendRecv(new double[] {part[part.length - 1]}, 1, MPI.DOUBLE, right, 0, before, 1, MPI.DOUBLE, left, 0);
        comm.sendRecv(new double[] {part[0]}, 1, MPI.DOUBLE, left, 1, after, 1, MPI.DOUBLE, right, 1);
        double[] next = new double[part.length];
        for (int i = 0; i < next.length; i++) {
            next[i] = mean(i == 0 ? before[0] : part[i - 1], part[i], i == next.length - 1 ? after[0] : part[i + 1]);
        }
        part = next;
    }

    private double[] gather() throws MPIException {
        int size = comm.getSize();
        int[] counts = new int[size];
        int[] places = new int[size];
        for (int i = 0; i < size; i++) {
            places[i] = (int) ((long) kept.length * i / size);
            counts[i] = (int) ((long) kept.length * (i + 1) / size) - places[i];
        }
        double[] all = new double[kept.length];
        comm.allGatherv(part, part.length, MPI.DOUBLE, all, counts, places, MPI.DOUBLE);
        return all;
    }

    private static double mean(double left, double middle, double right) {
        return (left + middle + right) / 3;
    }

    private static double[] serially(double[] start, int steps) {
        double[] now = start;
        for (int step = 0; step < steps; step++) {
            double[] next = new double[now.length];
            for (int i = 0; i < now.length; i++) {
                next[i] = mean(now[(i + now.length - 1) % now.length], now[i], now[(i + 1) % now.length]);
            }
            now = next;
        }
        return now;
    }
}
