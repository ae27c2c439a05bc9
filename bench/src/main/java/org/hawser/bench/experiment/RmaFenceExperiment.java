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
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Timing;
import org.hawser.bench.rma.BenchWindow;
import org.hawser.bench.rma.Design;

/**
 * Fences of all ranks, as chapter 6 of the dissertation on one-sided communication has them: alone, after one put and
 * after puts to 8 neighbours of 16 bytes each; the share of puts and fence that hides behind a computation between
 * them; and the exchange of a halo with 4 and 8 neighbours beside a fixed computation. Where there are fewer other
 * ranks than neighbours, one rank stands for several of them.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RmaFenceExperiment extends RmaExperiment {
    private static final List<Long> SIZES = List.of(1L << 10, 16L << 10, 64L << 10, 256L << 10);
    private static final int FEW = 4;
    private static final int MANY = 8;
    private static final int SHORT = 16;
    private static final double HALO_NANOS = 20_000;
    private static final String EMPTY = "empty";
    private static final String PUT = "put";
    private static final String PUTS = "puts8";
    private static final String OVERLAP = "overlap";
    private static final String HALO_FEW = "halo4";
    private static final String HALO_MANY = "halo8";

    @Override
    public String name() {
        return "rma-fence";
    }

    @Override
    public String summary() {
        return "windows: a fence after no put, one and 8; what hides behind a computation; exchange of halos";
    }

    @Override
    List<Design> designs() {
        return Design.FENCES;
    }

    @Override
    List<String> words() {
        return List.of(EMPTY, PUT, PUTS, OVERLAP, HALO_FEW, HALO_MANY);
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
        int most = (int) Math.max(SHORT, sizes.stream().mapToLong(Long::longValue).max().orElse(0));
        Win win = BenchWindow.make(world, MANY * most).win();
        ByteBuffer origin = MPI.newByteBuffer(most);
        Neighbours one = new Neighbours(lab, win, origin, 1);
        Neighbours few = new Neighbours(lab, win, origin, FEW);
        Neighbours many = new Neighbours(lab, win, origin, MANY);
        Computation computation = new Computation();
        double stepsPerNano = Overlap.stepsPerNano(lab, computation);
        long halo = Math.round(HALO_NANOS * stepsPerNano);
        List<Measurement> all = new ArrayList<>();
        add(all, lab, EMPTY, () -> time(lab, EMPTY, 0, fences(world, win, () -> { })));
        add(all, lab, PUT, () -> time(lab, PUT, SHORT, fences(world, win, () -> one.put(SHORT))));
        add(all, lab, PUTS, () -> time(lab, PUTS, SHORT, fences(world, win, () -> many.put(SHORT))));
        for (long size : sizes) {
            int bytes = (int) size;
            add(all, lab, OVERLAP, () -> new Overlap(lab, series(lab, OVERLAP, size, Metric.FRACTION),
                new PutAndFence(one, win, bytes), computation, stepsPerNano));
            add(all, lab, HALO_FEW, () -> time(lab, HALO_FEW, size, fences(world, win, () -> {
                few.put(bytes);
                computation.run(halo);
            })));
            add(all, lab, HALO_MANY, () -> time(lab, HALO_MANY, size, fences(world, win, () -> {
                many.put(bytes);
                computation.run(halo);
            })));
        }
        // What the share is taken of begins and ends with a fence, too.
        win.fence(0);
        return all;
    }

    private Measurement time(Lab lab, String word, long size, Operation operation) {
        return Timing.of(operation, series(lab, word, size, Metric.LATENCY));
    }

    /** What comes before each fence. */
    private interface Before {
        void run() throws MPIException;
    }

    private static Operation fences(Comm world, Win win, Before before) {
        return timedAround(world, count -> win.fence(0), count -> {
            for (int i = 0; i < count; i++) {
                before.run();
                win.fence(0);
            }
        }, NOTHING);
    }

    /** The ranks that a rank puts to; what it puts to each has a place of its own there. */
    private static final class Neighbours {
        private final Win win;
        private final ByteBuffer origin;
        private final int[] ranks;

        Neighbours(Lab lab, Win win, ByteBuffer origin, int count) {
            this.win = win;
            this.origin = origin;
            ranks = new int[count];
            int size = lab.rank().size();
            for (int k = 0; k < count; k++) {
                ranks[k] = (lab.rank().number() + 1 + k % (size - 1)) % size;
            }
        }

        void put(int bytes) throws MPIException {
            for (int k = 0; k < ranks.length; k++) {
                win.put(origin, bytes, MPI.BYTE, ranks[k], k * bytes, bytes, MPI.BYTE);
            }
        }
    }

    /** A put, and the fence that ends it. */
    private record PutAndFence(Neighbours neighbours, Win win, int bytes) implements Overlap.Exchange {
        @Override
        public void start() throws MPIException {
            neighbours.put(bytes);
        }

        @Override
        public void finish() throws MPIException {
            win.fence(0);
        }
    }
}
