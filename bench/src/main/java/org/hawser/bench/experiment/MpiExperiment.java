package org.hawser.bench.experiment;

import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Task;
import org.hawser.mpi.env.Environment;

/**
 * An experiment whose ranks are an MPI program: it is written against package {@code mpi}, as any program is. The rank
 * that {@code MPI.Init} joined as is used for the looks and barriers around the samples.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
abstract class MpiExperiment extends RankExperiment {
    static final int TAG = 1;
    /** Messages under way at once. */
    static final int WINDOW = 64;

    /** What to measure; as {@link #prepare(Lab)}. Ranks beyond the second look on. */
    abstract List<? extends Measurement> prepare(Lab lab, Comm world) throws MPIException;

    /** There is more to compile. */
    @Override
    int warmUpMillis() {
        return 200;
    }

    @Override
    final List<? extends Measurement> prepare(Lab lab) {
        try {
            return prepare(lab, MPI.COMM_WORLD);
        } catch (MPIException e) {
            throw failed(e);
        }
    }

    @Override
    final void main(Task task) {
        try {
            MPI.Init(new String[0]);
            measure(Environment.rank(), task);
            MPI.Finalize();
        } catch (MPIException e) {
            throw failed(e);
        }
    }

    /** What a rank does in a sample. */
    @FunctionalInterface
    interface Steps {
        /** Does it {@code count} times. */
        void run(int count) throws MPIException;
    }

    /** Times what rank 0 does while rank 1 does its part; ranks beyond look on. */
    static Operation timed(Lab lab, Steps first, Steps second) {
        return timed(lab, first, second, count -> { });
    }

    /** Times what rank 0 does while rank 1 and the rest do theirs. */
    static Operation timed(Lab lab, Steps first, Steps second, Steps rest) {
        return switch (lab.rank().number()) {
            case 0 -> timed(first);
            case 1 -> timed(second);
            default -> timed(rest);
        };
    }

    /** Times what this rank does. */
    static Operation timed(Steps steps) {
        return count -> {
            try {
                long start = System.nanoTime();
                steps.run(count);
                return System.nanoTime() - start;
            } catch (MPIException e) {
                throw failed(e);
            }
        };
    }

    static IllegalStateException failed(MPIException e) {
        return new IllegalStateException("MPI failed in a benchmark: " + e.getMessage(), e);
    }
}
