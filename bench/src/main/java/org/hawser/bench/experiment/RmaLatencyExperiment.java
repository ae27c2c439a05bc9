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
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Timing;
import org.hawser.bench.rma.BenchWindow;
import org.hawser.bench.rma.Design;

/**
 * Single operations on the window of rank 1, each completed before the next: put and get by size under {@code lockAll}
 * with a flush, the same between a lock and an unlock of their own, and updates of 8 bytes. Chapter 4 of the
 * dissertation on one-sided communication measures lock-put-unlock and lock-get-unlock so.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RmaLatencyExperiment extends RmaExperiment {
    private static final List<Long> SIZES = List.of(8L, 64L, 512L, 2L << 10, 8L << 10, 16L << 10, 32L << 10, 64L << 10,
        256L << 10, 1L << 20, 4L << 20);
    private static final String PUT = "put";
    private static final String GET = "get";
    private static final String LOCK_PUT = "lock-put";
    private static final String LOCK_GET = "lock-get";
    private static final String FETCH = "fetch-and-op";
    private static final String SWAP = "compare-and-swap";
    private static final String ACCUMULATE = "accumulate";

    @Override
    public String name() {
        return "rma-latency";
    }

    @Override
    public String summary() {
        return "windows: put and get with flush and between lock and unlock, by size; updates of 8 B";
    }

    @Override
    List<Design> designs() {
        return Design.PATHS;
    }

    @Override
    List<String> words() {
        return List.of(PUT, GET, LOCK_PUT, LOCK_GET, FETCH, SWAP, ACCUMULATE);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) throws MPIException {
        List<Long> sizes = lab.task().sizesOr(SIZES);
        int most = (int) Math.max(Long.BYTES, sizes.stream().mapToLong(Long::longValue).max().orElse(0));
        Win win = BenchWindow.make(world, most).win();
        ByteBuffer origin = MPI.newByteBuffer(most);
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            int bytes = (int) size;
            add(all, lab, PUT, size, flushed(lab, world, win, count -> puts(win, origin, bytes, count)));
            add(all, lab, GET, size, flushed(lab, world, win, count -> gets(win, origin, bytes, count)));
            add(all, lab, LOCK_PUT, size, atOrigin(lab, world, NOTHING,
                count -> lockedPuts(win, origin, bytes, count), NOTHING));
            add(all, lab, LOCK_GET, size, atOrigin(lab, world, NOTHING,
                count -> lockedGets(win, origin, bytes, count), NOTHING));
            if (size == Long.BYTES) {
                addUpdates(all, lab, world, win);
            }
        }
        return all;
    }

    private void addUpdates(List<Measurement> all, Lab lab, Comm world, Win win) {
        LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
        LongBuffer expected = MPI.newLongBuffer(1);
        LongBuffer result = MPI.newLongBuffer(1);
        add(all, lab, FETCH, Long.BYTES, flushed(lab, world, win, count -> fetches(win, one, result, count)));
        add(all, lab, SWAP, Long.BYTES, flushed(lab, world, win, count -> swaps(win, one, expected, result, count)));
        add(all, lab, ACCUMULATE, Long.BYTES, flushed(lab, world, win, count -> accumulates(win, one, count)));
    }

    private void add(List<Measurement> all, Lab lab, String word, long size, Operation operation) {
        if (lab.task().has(word)) {
            all.add(Timing.of(operation, lab.series(name() + "." + word, size, Metric.LATENCY)));
        }
    }

    private static Operation flushed(Lab lab, Comm world, Win win, Steps steps) {
        return atOrigin(lab, world, count -> win.lockAll(0), steps, count -> win.unlockAll());
    }

    private static void puts(Win win, ByteBuffer origin, int bytes, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            win.put(origin, bytes, MPI.BYTE, TARGET, 0, bytes, MPI.BYTE);
            win.flush(TARGET);
        }
    }

    private static void gets(Win win, ByteBuffer origin, int bytes, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            win.get(origin, bytes, MPI.BYTE, TARGET, 0, bytes, MPI.BYTE);
            win.flush(TARGET);
        }
    }

    private static void lockedPuts(Win win, ByteBuffer origin, int bytes, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            win.lock(MPI.LOCK_EXCLUSIVE, TARGET, 0);
            win.put(origin, bytes, MPI.BYTE, TARGET, 0, bytes, MPI.BYTE);
            win.unlock(TARGET);
        }
    }

    private static void lockedGets(Win win, ByteBuffer origin, int bytes, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            win.lock(MPI.LOCK_EXCLUSIVE, TARGET, 0);
            win.get(origin, bytes, MPI.BYTE, TARGET, 0, bytes, MPI.BYTE);
            win.unlock(TARGET);
        }
    }

    private static void fetches(Win win, LongBuffer one, LongBuffer result, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            win.fetchAndOp(one, result, MPI.LONG, TARGET, 0, MPI.SUM);
            win.flush(TARGET);
        }
    }

    /** Each swap writes, since it expects what is there. */
    private static void swaps(Win win, LongBuffer next, LongBuffer expected, LongBuffer result, int count)
            throws MPIException {
        for (int i = 0; i < count; i++) {
            win.compareAndSwap(next, expected, result, MPI.LONG, TARGET, 0);
            win.flush(TARGET);
            expected.put(0, result.get(0));
        }
    }

    private static void accumulates(Win win, LongBuffer one, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            win.accumulate(one, 1, MPI.LONG, TARGET, 0, 1, MPI.LONG, MPI.SUM);
            win.flush(TARGET);
        }
    }
}
