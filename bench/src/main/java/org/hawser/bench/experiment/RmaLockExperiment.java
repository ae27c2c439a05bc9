package org.hawser.bench.experiment;

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
 * Lock and unlock with nothing in between, as chapter 5 of the dissertation on one-sided communication measures them:
 * of an idle target; of one that computes for 10 or 100 µs between two calls of the library; each of its neighbour; all
 * of one window; a token that goes round under locks ({@link LockRing}); and what it costs that a lock moves between
 * the modes of two nodes ({@link LockMigration}).
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RmaLockExperiment extends RmaExperiment {
    private static final String EXCLUSIVE = "exclusive";
    private static final String SHARED = "shared";
    private static final String BUSY = "busy-";
    private static final List<Integer> BUSY_MICROS = List.of(10, 100);
    private static final String NEIGHBOURS = "neighbours";
    private static final String CONTENDED = "contended";
    private static final String RING = "ring";
    private static final String MIGRATION = "migration";
    private static final int RANKS_OF_MIGRATION = 3;
    private static final double NANOS_PER_MICRO = 1_000;

    @Override
    public String name() {
        return "rma-lock";
    }

    @Override
    public String summary() {
        return "windows: lock and unlock alone, of a busy target, under contention, in a ring, with migration";
    }

    @Override
    List<Design> designs() {
        return Design.LOCKS;
    }

    @Override
    List<String> words() {
        List<String> all = new ArrayList<>(List.of(EXCLUSIVE, SHARED));
        BUSY_MICROS.forEach(micros -> all.add(BUSY + micros));
        all.addAll(List.of(NEIGHBOURS, CONTENDED, RING, MIGRATION));
        return all;
    }

    @Override
    List<String> wordsOf(int ranks) {
        return ranks == 2 ? words().stream().filter(word -> !word.equals(MIGRATION)).toList()
            : ranks == RANKS_OF_MIGRATION ? List.of(CONTENDED, MIGRATION) : List.of(NEIGHBOURS, CONTENDED, RING);
    }

    @Override
    List<Integer> ranks() {
        return List.of(2, RANKS_OF_MIGRATION, 4, 8);
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) throws MPIException {
        BenchWindow window = BenchWindow.make(world, LockRing.BYTES);
        Win win = window.win();
        int next = (lab.rank().number() + 1) % lab.rank().size();
        Computation computation = new Computation();
        double stepsPerNano = Overlap.stepsPerNano(lab, computation);
        List<Measurement> all = new ArrayList<>();
        add(all, lab, EXCLUSIVE, () -> time(lab, EXCLUSIVE, atOrigin(lab, world, NOTHING,
            count -> locks(win, MPI.LOCK_EXCLUSIVE, TARGET, count), NOTHING)));
        add(all, lab, SHARED, () -> time(lab, SHARED, atOrigin(lab, world, NOTHING,
            count -> locks(win, MPI.LOCK_SHARED, TARGET, count), NOTHING)));
        for (int micros : BUSY_MICROS) {
            add(all, lab, BUSY + micros, () -> time(lab, BUSY + micros, new BusyTarget(lab, world, window, computation,
                Math.round(micros * NANOS_PER_MICRO * stepsPerNano),
                count -> locks(win, MPI.LOCK_EXCLUSIVE, TARGET, count))));
        }
        add(all, lab, NEIGHBOURS, () -> time(lab, NEIGHBOURS, timedTogether(world,
            count -> locks(win, MPI.LOCK_EXCLUSIVE, next, count))));
        add(all, lab, CONTENDED, () -> time(lab, CONTENDED, timedTogether(world,
            count -> locks(win, MPI.LOCK_EXCLUSIVE, 0, count))));
        add(all, lab, RING, () -> time(lab, RING, timedTogether(world,
            new LockRing(lab, world, window, computation, stepsPerNano))));
        if (lab.task().has(MIGRATION)) {
            all.addAll(LockMigration.all(lab, world, name() + "." + MIGRATION));
        }
        return all;
    }

    private Measurement time(Lab lab, String word, Operation operation) {
        return Timing.of(operation, series(lab, word, 0, Metric.LATENCY));
    }

    static void locks(Win win, int type, int target, int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            win.lock(type, target, 0);
            win.unlock(target);
        }
    }
}
