package org.hawser.bench.experiment;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
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
 * Single operations on the window of rank 1 while it computes and does not call the library at all, in turns with the
 * same while it waits inside the library ({@link ComputingTarget}). One-sided means that both take as long.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RmaTargetExperiment extends RmaExperiment {
    private static final List<Long> SIZES = List.of(8L, 1L << 10, 64L << 10);
    private static final String PUT = "put";
    private static final String GET = "get";
    private static final String FETCH = "fetch-and-op";

    @Override
    public String name() {
        return "rma-target";
    }

    @Override
    public String summary() {
        return "windows: put, get and fetch-and-op on a target that computes, beside one that waits";
    }

    /** Messages would wait for the target's next call, which does not come. */
    @Override
    List<Design> designs() {
        return List.of(Design.PATHS.getFirst());
    }

    @Override
    List<String> words() {
        return List.of(PUT, GET, FETCH);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    /** A library in C that serves accesses only inside its calls would never end it. */
    @Override
    String program() {
        return null;
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) throws MPIException {
        List<Long> sizes = lab.task().sizesOr(SIZES);
        int most = (int) Math.max(Long.BYTES, sizes.stream().mapToLong(Long::longValue).max().orElse(0));
        Win win = BenchWindow.make(world, most).win();
        ByteBuffer origin = MPI.newByteBuffer(most);
        LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
        LongBuffer result = MPI.newLongBuffer(1);
        Computation computation = new Computation();
        double stepsPerNano = Overlap.stepsPerNano(lab, computation);
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            int bytes = (int) size;
            add(all, lab, PUT, () -> target(lab, world, win, PUT, size, computation, stepsPerNano,
                () -> win.put(origin, bytes, MPI.BYTE, TARGET, 0, bytes, MPI.BYTE)));
            add(all, lab, GET, () -> target(lab, world, win, GET, size, computation, stepsPerNano,
                () -> win.get(origin, bytes, MPI.BYTE, TARGET, 0, bytes, MPI.BYTE)));
        }
        add(all, lab, FETCH, () -> target(lab, world, win, FETCH, Long.BYTES, computation, stepsPerNano,
            () -> win.fetchAndOp(one, result, MPI.LONG, TARGET, 0, MPI.SUM)));
        return all;
    }

    private Measurement target(Lab lab, Comm world, Win win, String word, long size, Computation computation,
                               double stepsPerNano, ComputingTarget.Access access) {
        return new ComputingTarget(lab, world, win, series(lab, word, size, Metric.LATENCY), access, computation,
            stepsPerNano);
    }
}
