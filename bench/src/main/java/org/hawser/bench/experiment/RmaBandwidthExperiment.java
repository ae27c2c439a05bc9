package org.hawser.bench.experiment;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Pair;
import org.hawser.bench.rma.BenchWindow;
import org.hawser.bench.rma.Design;
import org.hawser.runtime.Symmetric;

/**
 * Long puts and gets between rank 0 and the window of rank 1, {@value #BATCH} to a flush, beside as many calls of
 * {@code MemorySegment.copy} between a place of ours and one of the other rank's, in turns within one sample. Over
 * connections the limit is a stream on a bare one.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RmaBandwidthExperiment extends RmaExperiment {
    /** Operations to a flush. */
    static final int BATCH = 16;

    private static final List<Long> SIZES = List.of(64L << 10, 128L << 10, 256L << 10, 1L << 20, 4L << 20);
    private static final String PUT = "put";
    private static final String GET = "get";
    private static final String COPY = "memcpy";

    @Override
    public String name() {
        return "rma-bandwidth";
    }

    @Override
    public String summary() {
        return "windows: bytes per second of put and get, beside a plain copy";
    }

    @Override
    List<Design> designs() {
        return Design.PATHS;
    }

    @Override
    List<String> words() {
        return List.of(PUT, GET);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) throws MPIException {
        List<Long> sizes = lab.task().sizesOr(SIZES);
        int most = (int) sizes.stream().mapToLong(Long::longValue).max().orElse(0);
        Win win = BenchWindow.make(world, most).win();
        ByteBuffer origin = MPI.newByteBuffer(most);
        Limits limits = lab.hasConnections() ? streams(RawSocket.connect(lab)) : copies(lab, origin, most);
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            int bytes = (int) size;
            add(all, lab, world, win, PUT, size, count -> puts(win, origin, bytes, count), limits);
            add(all, lab, world, win, GET, size, count -> gets(win, origin, bytes, count), limits);
        }
        return all;
    }

    /** What a batch of puts or gets cannot be faster than. */
    private record Limits(String name, LongFunction<Operation> puts, LongFunction<Operation> gets) {
    }

    /** Bytes in one direction are bytes in one direction, put or got. */
    private static Limits streams(RawSocket socket) {
        LongFunction<Operation> stream = size -> socket.stream((int) size, BATCH);
        return new Limits(RawSocket.NAME, stream, stream);
    }

    private static Limits copies(Lab lab, ByteBuffer origin, int most) {
        MemorySegment here = MemorySegment.ofBuffer(origin);
        Symmetric pieces = lab.rank().symmetric(most);
        MemorySegment there = Lab.map(pieces.at(TARGET));
        return new Limits(COPY, size -> batches(PutExperiment.copies(lab, here, there, size)),
            size -> batches(PutExperiment.copies(lab, there, here, size)));
    }

    private static Operation batches(Operation one) {
        return count -> one.run(count * BATCH);
    }

    private void add(List<Measurement> all, Lab lab, Comm world, Win win, String word, long size, Steps steps,
                     Limits limits) {
        if (lab.task().has(word)) {
            Operation limit = (word.equals(PUT) ? limits.puts() : limits.gets()).apply(size);
            Operation ours = atOrigin(lab, world, count -> win.lockAll(0), steps, count -> win.unlockAll());
            // A turn is a batch: of each the time is that of one operation.
            all.add(new Pair(lab.series(name() + "." + word, size, Metric.BANDWIDTH),
                count -> ours.run(count) / BATCH, limits.name(), count -> limit.run(count) / BATCH));
        }
    }

    private static void puts(Win win, ByteBuffer origin, int bytes, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < BATCH; k++) {
                win.put(origin, bytes, MPI.BYTE, TARGET, 0, bytes, MPI.BYTE);
            }
            win.flush(TARGET);
        }
    }

    private static void gets(Win win, ByteBuffer origin, int bytes, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < BATCH; k++) {
                win.get(origin, bytes, MPI.BYTE, TARGET, 0, bytes, MPI.BYTE);
            }
            win.flush(TARGET);
        }
    }
}
