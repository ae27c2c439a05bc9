package org.hawser.bench.experiment;

import java.nio.LongBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.rma.BenchWindow;

/**
 * Rank 0 reaches the window of rank 1, which computes and calls the library only between two pieces of its computation.
 * When rank 0 is done it puts a word there that says so.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
final class BusyTarget implements Operation {
    private static final int STOP = 0;

    private final Lab lab;
    private final Comm world;
    private final BenchWindow window;
    private final Computation computation;
    private final long steps;
    private final RmaExperiment.Steps asked;
    private final LongBuffer done = MPI.newLongBuffer(1).put(0, 1);

    /**
     * A target that computes.
     *
     * @param lab         where it is measured
     * @param world       of all ranks
     * @param window      for the word
     * @param computation what it computes
     * @param steps       of a piece
     * @param asked       what rank 0 does meanwhile
     */
    BusyTarget(Lab lab, Comm world, BenchWindow window, Computation computation, long steps,
               RmaExperiment.Steps asked) {
        this.lab = lab;
        this.world = world;
        this.window = window;
        this.computation = computation;
        this.steps = steps;
        this.asked = asked;
    }

    @Override
    public long run(int count) {
        try {
            window.word(STOP, 0);
            world.barrier();
            long start = System.nanoTime();
            if (lab.leads()) {
                asked.run(count);
            }
            long nanos = System.nanoTime() - start;
            if (lab.leads()) {
                tell(window.win());
            } else if (lab.rank().number() == RmaExperiment.TARGET) {
                compute();
            }
            world.barrier();
            return nanos;
        } catch (MPIException e) {
            throw MpiExperiment.failed(e);
        }
    }

    private void tell(Win win) throws MPIException {
        win.lock(MPI.LOCK_EXCLUSIVE, RmaExperiment.TARGET, 0);
        win.put(done, 1, MPI.LONG, RmaExperiment.TARGET, STOP, 1, MPI.LONG);
        win.unlock(RmaExperiment.TARGET);
    }

    private void compute() throws MPIException {
        while (window.word(STOP) == 0) {
            computation.run(steps);
            world.iProbe(MPI.ANY_SOURCE, MpiExperiment.TAG);
        }
    }
}
