package org.hawser.bench.experiment;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Group;
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
 * What the order of operations inside an epoch is worth, as chapter 10 of the dissertation on one-sided communication
 * has it, with start and complete at one rank and post and wait at the other. {@code throughput}: rank 0 puts
 * {@value #BATCH} times and gets as often in one epoch. {@code latency}: one put and one get in an epoch, to and fro.
 * {@code put} and {@code get}: one operation in an epoch, to and fro, one way. {@code small}: {@value #MANY} puts to
 * different places in one epoch, the time of each.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RmaScheduleExperiment extends RmaExperiment {
    private static final List<Long> SIZES = List.of(8L, 64L, 512L, 4L << 10, 32L << 10, 256L << 10);
    private static final int BATCH = 16;
    private static final int MANY = 64;
    private static final long SMALL = 512;
    private static final String THROUGHPUT = "throughput";
    private static final String LATENCY = "latency";
    private static final String PUT = "put";
    private static final String GET = "get";
    private static final String MANY_SMALL = "small";

    @Override
    public String name() {
        return "rma-schedule";
    }

    @Override
    public String summary() {
        return "windows: gets and puts interleaved, gets first, small puts together, each on and off";
    }

    @Override
    List<Design> designs() {
        return Design.SCHEDULES;
    }

    @Override
    List<String> words() {
        return List.of(THROUGHPUT, LATENCY, PUT, GET, MANY_SMALL);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) throws MPIException {
        List<Long> sizes = lab.task().sizesOr(SIZES);
        int most = (int) sizes.stream().mapToLong(Long::longValue).max().orElse(0);
        int room = (int) Math.max(2L * most, MANY * SMALL);
        Epochs epochs = new Epochs(lab, world, BenchWindow.make(world, room).win(), room);
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            int bytes = (int) size;
            add(all, lab, THROUGHPUT, () -> Timing.ofMany(epochs.oneWay(() -> epochs.batch(bytes)), 2 * BATCH,
                series(lab, THROUGHPUT, size, Metric.BANDWIDTH)));
            add(all, lab, LATENCY, () -> Timing.ofMany(epochs.toAndFro(() -> {
                epochs.put(bytes, 0);
                epochs.get(bytes, bytes);
            }), 2, series(lab, LATENCY, size, Metric.LATENCY)));
            add(all, lab, PUT, () -> Timing.ofMany(epochs.toAndFro(() -> epochs.put(bytes, 0)), 2,
                series(lab, PUT, size, Metric.LATENCY)));
            add(all, lab, GET, () -> Timing.ofMany(epochs.toAndFro(() -> epochs.get(bytes, 0)), 2,
                series(lab, GET, size, Metric.LATENCY)));
            if (size <= SMALL) {
                add(all, lab, MANY_SMALL, () -> Timing.ofMany(epochs.oneWay(() -> epochs.many(bytes)), MANY,
                    series(lab, MANY_SMALL, size, Metric.LATENCY)));
            }
        }
        return all;
    }

    /** What is done in an epoch. */
    private interface Inside {
        void run() throws MPIException;
    }

    /** Epochs between ranks 0 and 1; others look on. */
    private static final class Epochs {
        private final int me;
        private final int other;
        private final Comm world;
        private final Win win;
        private final ByteBuffer out;
        private final ByteBuffer in;
        private final Group peer;

        Epochs(Lab lab, Comm world, Win win, int room) throws MPIException {
            me = lab.rank().number();
            other = 1 - me;
            this.world = world;
            this.win = win;
            out = MPI.newByteBuffer(room);
            in = MPI.newByteBuffer(room);
            peer = me > 1 ? null : world.getGroup().incl(new int[] {other});
        }

        Operation oneWay(Inside inside) {
            return timedAround(world, NOTHING, count -> {
                for (int i = 0; i < count; i++) {
                    if (me == 0) {
                        access(inside);
                    } else if (me == 1) {
                        expose();
                    }
                }
            }, NOTHING);
        }

        Operation toAndFro(Inside inside) {
            return timedAround(world, NOTHING, count -> {
                for (int i = 0; i < count; i++) {
                    if (me == 0) {
                        access(inside);
                        expose();
                    } else if (me == 1) {
                        expose();
                        access(inside);
                    }
                }
            }, NOTHING);
        }

        private void access(Inside inside) throws MPIException {
            win.start(peer, 0);
            inside.run();
            win.complete();
        }

        private void expose() throws MPIException {
            win.post(peer, 0);
            win.waitFor();
        }

        void put(int bytes, int at) throws MPIException {
            win.put(out, bytes, MPI.BYTE, other, at, bytes, MPI.BYTE);
        }

        void get(int bytes, int at) throws MPIException {
            win.get(in, bytes, MPI.BYTE, other, at, bytes, MPI.BYTE);
        }

        /** Puts first, so that what is done first is the scheduler's choice. Both leave each other's bytes alone. */
        void batch(int bytes) throws MPIException {
            for (int i = 0; i < BATCH; i++) {
                put(bytes, 0);
            }
            for (int i = 0; i < BATCH; i++) {
                get(bytes, bytes);
            }
        }

        void many(int bytes) throws MPIException {
            for (int i = 0; i < MANY; i++) {
                put(bytes, i * bytes);
            }
        }
    }
}
