package org.hawser.bench.experiment;

import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.setRelease;

import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Series;

/**
 * Rank 0 reaches the window of rank 1, an operation and its flush at a time: while rank 1 waits in a barrier, and while
 * it computes. Each part lasts some milliseconds, of which the first are not counted: over TCP the thread that serves
 * accesses looks only now and then as long as the target's own thread does, so the first access after that thread has
 * turned to something else waits.
 *
 * <p>A word beside the fabric tells rank 1 to stop, so that its computation has no call of the library in it. An
 * operation that needs the target's own thread would never end: after a second the target calls the library after all,
 * and the figure shows that second.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
final class ComputingTarget implements Measurement {
    private static final String WAITING = "waiting";
    private static final double PIECE_NANOS = 20_000;
    private static final long PATIENCE_NANOS = 1_000_000_000;
    /** What is not counted. Twice the longest nap of who serves accesses. */
    private static final long SETTLING_NANOS = 2_000_000;
    /** What is counted, at least. */
    private static final long COUNTED_NANOS = 4_000_000;
    /** In rank 0's page: how many parts with a computing target are over. */
    private static final long OVER = 0;

    private final Lab lab;
    private final Comm world;
    private final Win win;
    private final List<Series> series;
    private final Access access;
    private final Computation computation;
    private final long steps;

    /** What rank 0 does, without the flush. */
    interface Access {
        /** Does it. */
        void run() throws MPIException;
    }

    /**
     * A measurement.
     *
     * @param lab          where it is taken
     * @param world        of all ranks
     * @param win          with memory at rank 1
     * @param series       of the time while the target computes
     * @param access       what rank 0 does
     * @param computation  what rank 1 computes
     * @param stepsPerNano how fast
     */
    ComputingTarget(Lab lab, Comm world, Win win, Series series, Access access, Computation computation,
                    double stepsPerNano) {
        this.lab = lab;
        this.world = world;
        this.win = win;
        this.series = List.of(series, series.by(WAITING));
        this.access = access;
        this.computation = computation;
        steps = Math.round(PIECE_NANOS * stepsPerNano);
    }

    @Override
    public List<Series> series() {
        return series;
    }

    @Override
    public double[] sample(int count) {
        try {
            double waiting = whileWaiting(count);
            double computing = whileComputing(count);
            computing += whileComputing(count);
            waiting += whileWaiting(count);
            return new double[] {computing / 2, waiting / 2};
        } catch (MPIException e) {
            throw MpiExperiment.failed(e);
        }
    }

    private double whileWaiting(int count) throws MPIException {
        double nanos = lab.leads() ? accesses(count) : 0;
        world.barrier();
        return nanos;
    }

    private double whileComputing(int count) throws MPIException {
        // Measurements share the word; nobody writes it between two parts, so all ranks read the same.
        long end = getAcquire(lab.page(0), OVER) + 1;
        world.barrier();
        double nanos = 0;
        if (lab.leads()) {
            nanos = accesses(count);
            setRelease(lab.page(0), OVER, end);
        } else {
            compute(end);
        }
        world.barrier();
        return nanos;
    }

    /** At least one piece, and all without a call: the accesses are served by somebody else, or for long by nobody. */
    private void compute(long end) throws MPIException {
        long late = System.nanoTime() + PATIENCE_NANOS;
        do {
            computation.run(steps);
            if (System.nanoTime() > late) {
                world.iProbe(MPI.ANY_SOURCE, MpiExperiment.TAG);
            }
        } while (getAcquire(lab.page(0), OVER) < end);
    }

    /** The time of one of them. */
    private double accesses(int least) throws MPIException {
        win.lockAll(0);
        accesses(1, SETTLING_NANOS);
        double each = accesses(least, COUNTED_NANOS);
        win.unlockAll();
        return each;
    }

    private double accesses(int least, long leastNanos) throws MPIException {
        long start = System.nanoTime();
        long nanos = 0;
        int done = 0;
        while (done < least || nanos < leastNanos) {
            access.run();
            win.flush(RmaExperiment.TARGET);
            done++;
            nanos = System.nanoTime() - start;
        }
        return (double) nanos / done;
    }
}
