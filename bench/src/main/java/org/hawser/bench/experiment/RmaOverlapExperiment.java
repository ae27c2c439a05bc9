package org.hawser.bench.experiment;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.rma.BenchWindow;
import org.hawser.bench.rma.Design;

/**
 * Computation beside passive epochs, as chapter 4 of the dissertation on one-sided communication has it. At the origin:
 * the share of lock, put or get, unlock that hides behind a computation before the unlock, by size, and by the number
 * of operations of 32 KiB, where the size is that of all of them. At the target: what a computation takes while one and
 * many others get blocks of 32 KiB.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RmaOverlapExperiment extends RmaExperiment {
    private static final List<Long> SIZES = List.of(1L << 10, 8L << 10, 32L << 10, 128L << 10, 512L << 10, 2L << 20);
    private static final List<Integer> OPERATIONS = List.of(1, 2, 4, 8, 16, 32);
    private static final int BLOCK = 32 << 10;
    private static final String PUT = "put";
    private static final String GET = "get";
    private static final String PUTS = "puts";
    private static final String GETS = "gets";
    private static final String AT_TARGET = "target";

    @Override
    public String name() {
        return "rma-overlap";
    }

    @Override
    public String summary() {
        return "windows: the share of an epoch that hides behind a computation; a target that computes meanwhile";
    }

    @Override
    List<Design> designs() {
        return Design.PATHS;
    }

    @Override
    List<String> words() {
        return List.of(PUT, GET, PUTS, GETS, AT_TARGET);
    }

    @Override
    List<String> wordsOf(int ranks) {
        return ranks == 2 ? words() : List.of(AT_TARGET);
    }

    @Override
    List<Integer> ranks() {
        return List.of(2, 4, 8);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) throws MPIException {
        List<Long> sizes = lab.task().sizesOr(SIZES);
        int most = (int) Math.max(BLOCK, sizes.stream().mapToLong(Long::longValue).max().orElse(0));
        Win win = BenchWindow.make(world, most).win();
        ByteBuffer origin = MPI.newByteBuffer(most);
        Computation computation = new Computation();
        double stepsPerNano = Overlap.stepsPerNano(lab, computation);
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            add(all, lab, PUT, () -> atOrigin(lab, world, PUT, size, new Epoch(win, origin, (int) size, 1, true),
                computation, stepsPerNano));
            add(all, lab, GET, () -> atOrigin(lab, world, GET, size, new Epoch(win, origin, (int) size, 1, false),
                computation, stepsPerNano));
        }
        for (int count : OPERATIONS) {
            add(all, lab, PUTS, () -> atOrigin(lab, world, PUTS, (long) count * BLOCK,
                new Epoch(win, origin, BLOCK, count, true), computation, stepsPerNano));
            add(all, lab, GETS, () -> atOrigin(lab, world, GETS, (long) count * BLOCK,
                new Epoch(win, origin, BLOCK, count, false), computation, stepsPerNano));
        }
        if (lab.task().has(AT_TARGET)) {
            all.add(new TargetOverlap(lab, world, name() + "." + AT_TARGET, BLOCK, computation, stepsPerNano));
        }
        return all;
    }

    private Measurement atOrigin(Lab lab, Comm world, String word, long size, Epoch epoch, Computation computation,
                                 double stepsPerNano) {
        return new OriginOverlap(lab, world, series(lab, word, size, Metric.FRACTION), epoch, computation,
            stepsPerNano);
    }

    /** Some operations of one kind on the window of rank 1, begun and ended. */
    private record Epoch(Win win, ByteBuffer origin, int bytes, int operations, boolean puts)
            implements Overlap.Exchange {
        @Override
        public void start() throws MPIException {
            win.lock(MPI.LOCK_EXCLUSIVE, TARGET, 0);
            for (int i = 0; i < operations; i++) {
                if (puts) {
                    win.put(origin, bytes, MPI.BYTE, TARGET, 0, bytes, MPI.BYTE);
                } else {
                    win.get(origin, bytes, MPI.BYTE, TARGET, 0, bytes, MPI.BYTE);
                }
            }
        }

        @Override
        public void finish() throws MPIException {
            win.unlock(TARGET);
        }
    }
}
