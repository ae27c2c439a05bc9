package org.hawser.bench.experiment;

import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.getLong;
import static org.hawser.platform.memory.Words.setLong;
import static org.hawser.platform.memory.Words.setRelease;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Series;
import org.hawser.bench.rma.BenchWindow;
import org.hawser.bench.rma.Design;

/**
 * Rank 0 locks and unlocks the window of rank 1, which the locks take to be on its node. For every so many of its locks
 * rank 2, which they take to be on another node, locks that window once: the share of the locks that may move it. They
 * take turns, so that each such visit falls between two locks of rank 0's. Gives the time of a lock of rank 0's, and of
 * one of rank 2's.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
final class LockMigration implements Measurement {
    private static final List<Integer> PERCENTS = List.of(0, 1, 5, 10, 25, 50);
    private static final int VISITOR = 2;
    private static final Design TWO_NODES = new Design("two-nodes", Map.of("node", "2"), Map.of());
    /** Words in rank 0's page: visits asked for, visits done, and what they took. */
    private static final long ASKED = 0;
    private static final long DONE = 128;
    private static final long TOOK = 256;
    private static final long OVER = Long.MAX_VALUE;

    private final Lab lab;
    private final Comm world;
    private final Win win;
    private final MemorySegment words;
    private final int percent;
    private final List<Series> series;

    private LockMigration(Lab lab, Comm world, Win win, MemorySegment words, String bench, int percent) {
        this.lab = lab;
        this.world = world;
        this.win = win;
        this.words = words;
        this.percent = percent;
        Series near = lab.series(bench + String.format(Locale.ROOT, ".near.%02d", percent), 0, Metric.LATENCY);
        Series far = lab.series(bench + String.format(Locale.ROOT, ".far.%02d", percent), 0, Metric.LATENCY);
        series = percent == 0 ? List.of(near) : List.of(near, far);
    }

    /** One per share; collective. */
    static List<Measurement> all(Lab lab, Comm world, String bench) throws MPIException {
        Win win = BenchWindow.make(world, Long.BYTES, TWO_NODES).win();
        MemorySegment words = lab.page(0);
        List<Measurement> all = new ArrayList<>();
        PERCENTS.forEach(percent -> all.add(new LockMigration(lab, world, win, words, bench, percent)));
        return all;
    }

    @Override
    public List<Series> series() {
        return series;
    }

    @Override
    public double[] sample(int count) {
        try {
            if (lab.leads()) {
                setRelease(words, ASKED, 0);
                setRelease(words, DONE, 0);
            }
            world.barrier();
            long nanos = 0;
            long visits = (long) count * percent / 100;
            if (lab.leads()) {
                nanos = lockOften(count);
            } else if (lab.rank().number() == VISITOR) {
                setLong(words, TOOK, visit());
            }
            world.barrier();
            double each = (double) nanos / count;
            return percent == 0 ? new double[] {each}
                // Nothing takes no time: a sample with no visit does not count.
                : new double[] {each, visits == 0 ? 0 : (double) getLong(words, TOOK) / visits};
        } catch (MPIException e) {
            throw MpiExperiment.failed(e);
        }
    }

    /** The time of its own locks; while a visit is under way it stands still. */
    private long lockOften(int count) throws MPIException {
        long nanos = 0;
        long visits = 0;
        long start = System.nanoTime();
        for (int i = 1; i <= count; i++) {
            win.lock(MPI.LOCK_EXCLUSIVE, RmaExperiment.TARGET, 0);
            win.unlock(RmaExperiment.TARGET);
            long due = (long) i * percent / 100;
            if (due > visits) {
                nanos += System.nanoTime() - start;
                visits = due;
                haveVisited(visits);
                start = System.nanoTime();
            }
        }
        nanos += System.nanoTime() - start;
        setRelease(words, ASKED, OVER);
        return nanos;
    }

    private void haveVisited(long visits) {
        setRelease(words, ASKED, visits);
        while (getAcquire(words, DONE) < visits) {
            Thread.yield();
        }
    }

    /** Locks as often as it is asked to; returns the time that the locks alone took. */
    private long visit() throws MPIException {
        long nanos = 0;
        long done = 0;
        while (true) {
            long asked = getAcquire(words, ASKED);
            if (asked == OVER) {
                return nanos;
            }
            if (asked > done) {
                long start = System.nanoTime();
                win.lock(MPI.LOCK_EXCLUSIVE, RmaExperiment.TARGET, 0);
                win.unlock(RmaExperiment.TARGET);
                nanos += System.nanoTime() - start;
                setRelease(words, DONE, ++done);
            } else {
                Thread.yield();
            }
        }
    }
}
