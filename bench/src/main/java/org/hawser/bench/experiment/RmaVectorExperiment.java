package org.hawser.bench.experiment;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Rotation;
import org.hawser.bench.lab.Series;
import org.hawser.bench.rma.BenchWindow;
import org.hawser.bench.rma.Design;
import org.hawser.bench.rma.Section;
import org.hawser.platform.settings.Settings;

/**
 * Square sections of matrices of doubles between rank 0 and the window of rank 1, strided at both ends, as chapter 8 of
 * the dissertation on one-sided communication measures them: bytes per second of puts and gets while the target waits,
 * of gets while it computes, and the share of a get that hides behind a computation.
 *
 * <p>Where the target's memory is reached directly, further ways to move the same section take turns with ours within
 * each sample: a call for each line, the same section of memory of the program's own, which the kernel gathers and
 * scatters, and as many bytes in one piece. The other designs are the ones that pack.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RmaVectorExperiment extends RmaExperiment {
    private static final List<Long> SIZES = List.of(2L << 10, 8L << 10, 32L << 10, 128L << 10, 512L << 10, 2L << 20);
    private static final String PUT = "put";
    private static final String GET = "get";
    private static final String BUSY = "busy";
    private static final String OVERLAP = "overlap";
    private static final double PIECE_NANOS = 20_000;

    @Override
    public String name() {
        return "rma-vector";
    }

    @Override
    public String summary() {
        return "windows: square sections of matrices, without packing, line by line, and packed; --sizes are 8 n²";
    }

    @Override
    List<Design> designs() {
        return Design.PATHS;
    }

    @Override
    List<String> words() {
        return List.of(PUT, GET, BUSY, OVERLAP);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    /** Calls that move a section, without what completes them. */
    @FunctionalInterface
    private interface Move {
        void run() throws MPIException;
    }

    /** A way to move sections through a window. */
    private record Way(String name, Win win, Move put, Move get) {
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) throws MPIException {
        BenchWindow window = BenchWindow.make(world, Section.MATRIX_BYTES);
        MemorySegment origin = MemorySegment.ofBuffer(MPI.newByteBuffer(Section.MATRIX_BYTES)).fill((byte) 1);
        Win attached = isDirect() ? attached(world) : null;
        BenchWindow signals = BenchWindow.make(world, Long.BYTES);
        Computation computation = new Computation();
        double stepsPerNano = Overlap.stepsPerNano(lab, computation);
        List<Measurement> all = new ArrayList<>();
        for (long size : lab.task().sizesOr(SIZES).stream().filter(Section::isSquare).toList()) {
            Section section = Section.of(size, origin, TARGET);
            List<Way> ways = ways(section, window.win(), attached);
            add(all, lab, PUT, () -> byAllWays(lab, PUT, size, ways, way -> waiting(lab, world, way.win(), way.put())));
            add(all, lab, GET, () -> byAllWays(lab, GET, size, ways, way -> waiting(lab, world, way.win(), way.get())));
            add(all, lab, BUSY, () -> byAllWays(lab, BUSY, size, ways, way -> new BusyTarget(lab, world, signals,
                computation, Math.round(PIECE_NANOS * stepsPerNano), count -> shared(way.win(), way.get(), count))));
            add(all, lab, OVERLAP, () -> new OriginOverlap(lab, world, series(lab, OVERLAP, size, Metric.FRACTION),
                new Epoch(window.win(), section), computation, stepsPerNano));
        }
        return all;
    }

    private static boolean isDirect() {
        List<String> paths = Design.PATHS.stream().map(Design::name).toList();
        return Settings.word("hawser.mpi.rma.path", paths.getFirst(), paths.toArray(String[]::new))
            .equals(paths.getFirst());
    }

    /** A window onto memory that is not the runtime's. */
    private static Win attached(Comm world) throws MPIException {
        return new Win(ByteBuffer.allocateDirect(Section.MATRIX_BYTES), Section.MATRIX_BYTES, 1, MPI.INFO_NULL, world);
    }

    /** The design's own way first; the others only where the target's memory is reached directly. */
    private static List<Way> ways(Section section, Win win, Win attached) {
        List<Way> ways = new ArrayList<>();
        ways.add(new Way(null, win, () -> section.put(win), () -> section.get(win)));
        if (attached != null) {
            ways.add(new Way("lines", win, () -> section.putLines(win), () -> section.getLines(win)));
            ways.add(new Way("attached", attached, () -> section.put(attached), () -> section.get(attached)));
            ways.add(new Way("contiguous", win, () -> section.putRow(win), () -> section.getRow(win)));
        }
        return ways;
    }

    private Measurement byAllWays(Lab lab, String word, long size, List<Way> ways, Function<Way, Operation> moved) {
        Series ours = series(lab, word, size, Metric.BANDWIDTH);
        return new Rotation(ways.stream().map(way -> way.name() == null ? ours : ours.by(way.name())).toList(),
            ways.stream().map(moved).toList(), 1);
    }

    /** Moves one after the other, each complete before the next, while the target waits. */
    private static Operation waiting(Lab lab, Comm world, Win win, Move move) {
        return atOrigin(lab, world, count -> win.lockAll(0), count -> moves(win, move, count),
            count -> win.unlockAll());
    }

    private static void shared(Win win, Move move, int count) throws MPIException {
        win.lock(MPI.LOCK_SHARED, TARGET, 0);
        moves(win, move, count);
        win.unlock(TARGET);
    }

    private static void moves(Win win, Move move, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            move.run();
            win.flush(TARGET);
        }
    }

    /** One get, begun and ended. */
    private record Epoch(Win win, Section section) implements Overlap.Exchange {
        @Override
        public void start() throws MPIException {
            win.lock(MPI.LOCK_EXCLUSIVE, TARGET, 0);
            section.get(win);
        }

        @Override
        public void finish() throws MPIException {
            win.unlock(TARGET);
        }
    }
}
