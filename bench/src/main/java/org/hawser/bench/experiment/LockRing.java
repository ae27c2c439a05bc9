package org.hawser.bench.experiment;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.rma.BenchWindow;

/**
 * Data that go round: each rank waits for the tag of the lap in its own window, and then puts the data and the tag into
 * the window of the next, under its lock. While they wait, ranks compute in short pieces.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
final class LockRing implements MpiExperiment.Steps {
    private static final int DATA = 1 << 10;
    private static final int AT_DATA = 128;
    private static final int AT_TAG = 64;
    /** Of the window that it needs. */
    static final int BYTES = AT_DATA + DATA;

    private static final double PIECE_NANOS = 2_000;

    private final boolean leads;
    private final int next;
    private final Comm world;
    private final BenchWindow window;
    private final Computation computation;
    private final long steps;
    private final ByteBuffer data = MPI.newByteBuffer(DATA);
    private final LongBuffer tag = MPI.newLongBuffer(1);
    private long lap;

    LockRing(Lab lab, Comm world, BenchWindow window, Computation computation, double stepsPerNano) {
        leads = lab.leads();
        next = (lab.rank().number() + 1) % lab.rank().size();
        this.world = world;
        this.window = window;
        this.computation = computation;
        steps = Math.round(PIECE_NANOS * stepsPerNano);
    }

    /** Goes round {@code count} times. */
    @Override
    public void run(int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            lap++;
            if (leads) {
                pass();
                await();
            } else {
                await();
                pass();
            }
        }
    }

    private void pass() throws MPIException {
        Win win = window.win();
        tag.put(0, lap);
        win.lock(MPI.LOCK_EXCLUSIVE, next, 0);
        win.put(data, DATA, MPI.BYTE, next, AT_DATA, DATA, MPI.BYTE);
        // The tag says that the data are there.
        win.flush(next);
        win.put(tag, 1, MPI.LONG, next, AT_TAG, 1, MPI.LONG);
        win.unlock(next);
    }

    private void await() throws MPIException {
        while (window.word(AT_TAG) < lap) {
            computation.run(steps);
            world.iProbe(MPI.ANY_SOURCE, MpiExperiment.TAG);
        }
    }
}
