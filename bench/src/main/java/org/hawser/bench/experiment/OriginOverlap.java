package org.hawser.bench.experiment;

import java.util.List;
import mpi.Comm;
import mpi.MPIException;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Series;

/**
 * The share of an epoch of rank 0's that hides behind a computation inside it which takes as long as the epoch alone.
 * The other ranks are in a barrier meanwhile, and serve it there.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
final class OriginOverlap implements Measurement {
    private final Lab lab;
    private final Comm world;
    private final Series series;
    private final Overlap.Exchange epoch;
    private final Computation computation;
    private final double stepsPerNano;

    /**
     * A measurement.
     *
     * @param lab          where it is taken
     * @param world        of all ranks
     * @param series       of the share
     * @param epoch        opened with its operations, and closed
     * @param computation  what rank 0 computes in between
     * @param stepsPerNano how fast
     */
    OriginOverlap(Lab lab, Comm world, Series series, Overlap.Exchange epoch, Computation computation,
                  double stepsPerNano) {
        this.lab = lab;
        this.world = world;
        this.series = series;
        this.epoch = epoch;
        this.computation = computation;
        this.stepsPerNano = stepsPerNano;
    }

    @Override
    public List<Series> series() {
        return List.of(series);
    }

    @Override
    public double[] sample(int count) {
        try {
            double alone = epochs(count, 0);
            long steps = Math.round(alone / count * stepsPerNano);
            double computing = lab.leads() ? computing(count, steps) : 0;
            double both = epochs(count, steps);
            return new double[] {Overlap.hidden(alone, computing, both)};
        } catch (MPIException e) {
            throw MpiExperiment.failed(e);
        }
    }

    private double epochs(int count, long steps) throws MPIException {
        long start = System.nanoTime();
        for (int i = 0; lab.leads() && i < count; i++) {
            epoch.start();
            computation.run(steps);
            epoch.finish();
        }
        long nanos = System.nanoTime() - start;
        world.barrier();
        return nanos;
    }

    private double computing(int count, long steps) {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            computation.run(steps);
        }
        return System.nanoTime() - start;
    }
}
