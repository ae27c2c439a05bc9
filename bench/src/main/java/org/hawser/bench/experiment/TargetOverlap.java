package org.hawser.bench.experiment;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Series;
import org.hawser.bench.rma.BenchWindow;

/**
 * What it costs rank 0, which computes, that all others get blocks from its window: the time of a piece of computation,
 * beside the time of the same piece when nobody does. Between pieces rank 0 calls the library, as programs do now and
 * then; where the target has a part in a get it does it there.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
final class TargetOverlap implements Measurement {
    private static final String ALONE = "alone";
    private static final double PIECE_NANOS = 20_000;
    /** The first word of the window says that the others may stop. */
    private static final long STOP = 0;

    private final Lab lab;
    private final Comm world;
    private final Series series;
    private final BenchWindow window;
    private final ByteBuffer origin;
    private final MemorySegment got;
    private final Computation computation;
    private final long steps;

    /** Blocks of so many bytes; collective. */
    TargetOverlap(Lab lab, Comm world, String bench, int bytes, Computation computation, double stepsPerNano)
            throws MPIException {
        this.lab = lab;
        this.world = world;
        this.computation = computation;
        series = lab.series(bench, bytes, Metric.LATENCY);
        window = BenchWindow.make(world, bytes);
        origin = MPI.newByteBuffer(bytes);
        got = MemorySegment.ofBuffer(origin);
        steps = Math.round(PIECE_NANOS * stepsPerNano);
    }

    @Override
    public List<Series> series() {
        return List.of(series, series.by(ALONE));
    }

    @Override
    public double[] sample(int count) {
        try {
            double alone = lab.leads() ? pieces(count) : 0;
            window.word(STOP, 0);
            world.barrier();
            double disturbed = 0;
            if (lab.leads()) {
                disturbed = pieces(count);
                window.word(STOP, 1);
            } else {
                getUntilTold();
            }
            world.barrier();
            return new double[] {disturbed / count, alone / count};
        } catch (MPIException e) {
            throw MpiExperiment.failed(e);
        }
    }

    private double pieces(int count) throws MPIException {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            computation.run(steps);
            world.iProbe(MPI.ANY_SOURCE, MpiExperiment.TAG);
        }
        return System.nanoTime() - start;
    }

    private void getUntilTold() throws MPIException {
        Win win = window.win();
        int bytes = origin.capacity();
        do {
            win.lock(MPI.LOCK_SHARED, 0, 0);
            win.get(origin, bytes, MPI.BYTE, 0, 0, bytes, MPI.BYTE);
            win.unlock(0);
        } while (got.get(ValueLayout.JAVA_LONG, STOP) == 0);
    }
}
