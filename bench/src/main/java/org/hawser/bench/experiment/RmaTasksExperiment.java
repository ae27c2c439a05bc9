package org.hawser.bench.experiment;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
 * Task sharing in a hierarchy, as chapter 5 of the dissertation on one-sided communication has it. The ranks are two
 * halves, which the locks take to be two nodes, and the first rank of each half leads it.
 *
 * <p>{@code pattern}: each leader does lock, put, unlock on every rank of its node, then on the other leader, then on
 * its node again, as often each; the time of one such epoch. {@code queue}: each leader's window has a counter of
 * tasks; all ranks take tasks from it under its lock, those of their own node first, and compute; the time of one
 * task.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RmaTasksExperiment extends RmaExperiment {
    private static final String PATTERN = "pattern";
    private static final String QUEUE = "queue";
    private static final int DATA = 1 << 10;
    private static final int NODES = 2;
    private static final int TASKS_OF_NODE = 16;
    private static final double TASK_NANOS = 5_000;
    private static final int LEAST_RANKS = 4;

    @Override
    public String name() {
        return "rma-tasks";
    }

    @Override
    public String summary() {
        return "windows: task sharing in a hierarchy of two nodes, under locks";
    }

    @Override
    public int leastRanks() {
        return LEAST_RANKS;
    }

    @Override
    List<Design> designs() {
        return Design.LOCKS;
    }

    @Override
    List<String> words() {
        return List.of(PATTERN, QUEUE);
    }

    @Override
    List<Integer> ranks() {
        return List.of(LEAST_RANKS, 8);
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) throws MPIException {
        int half = Math.ceilDiv(lab.rank().size(), NODES);
        Design nodes = new Design("nodes", Map.of("node", Integer.toString(half)), Map.of());
        BenchWindow window = BenchWindow.make(world, DATA, nodes);
        Computation computation = new Computation();
        double stepsPerNano = Overlap.stepsPerNano(lab, computation);
        List<Measurement> all = new ArrayList<>();
        // Each leader has as many local ranks as rank 0, or one fewer; rank 0's epochs are counted.
        add(all, lab, PATTERN, () -> Timing.ofMany(timedTogether(world, pattern(lab, window.win(), half)),
            2 * (half - 1) + 1, series(lab, PATTERN, DATA, Metric.LATENCY)));
        add(all, lab, QUEUE, () -> Timing.ofMany(queue(lab, world, window, half, computation,
            Math.round(TASK_NANOS * stepsPerNano)), NODES * TASKS_OF_NODE, series(lab, QUEUE, 0, Metric.LATENCY)));
        return all;
    }

    private static Steps pattern(Lab lab, Win win, int half) {
        int me = lab.rank().number();
        if (me % half != 0) {
            return NOTHING;
        }
        ByteBuffer data = MPI.newByteBuffer(DATA);
        int last = Math.min(me + half, lab.rank().size());
        int other = me == 0 ? half : 0;
        return count -> {
            for (int local = me + 1; local < last; local++) {
                visit(win, data, local, count);
            }
            visit(win, data, other, count);
            for (int local = me + 1; local < last; local++) {
                visit(win, data, local, count);
            }
        };
    }

    private static void visit(Win win, ByteBuffer data, int target, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
            win.put(data, DATA, MPI.BYTE, target, 0, DATA, MPI.BYTE);
            win.unlock(target);
        }
    }

    private static Operation queue(Lab lab, Comm world, BenchWindow window, int half, Computation computation,
                                   long steps) {
        int me = lab.rank().number();
        int own = me / half * half;
        int other = own == 0 ? half : 0;
        LongBuffer left = MPI.newLongBuffer(1);
        return timedAround(world, count -> {
            if (me == own) {
                window.word(0, (long) count * TASKS_OF_NODE);
            }
            world.barrier();
        }, count -> {
            for (int leader : List.of(own, other)) {
                while (take(window.win(), left, leader)) {
                    computation.run(steps);
                    // A leader computes as well: others wait for its part in their locks until it calls the library.
                    world.iProbe(MPI.ANY_SOURCE, TAG);
                }
            }
            world.barrier();
        }, NOTHING);
    }

    /** Takes a task; false when there is none left. */
    private static boolean take(Win win, LongBuffer left, int leader) throws MPIException {
        win.lock(MPI.LOCK_EXCLUSIVE, leader, 0);
        win.get(left, 1, MPI.LONG, leader, 0, 1, MPI.LONG);
        win.flush(leader);
        long tasks = left.get(0);
        if (tasks > 0) {
            left.put(0, tasks - 1);
            win.put(left, 1, MPI.LONG, leader, 0, 1, MPI.LONG);
        }
        win.unlock(leader);
        return tasks > 0;
    }
}
