package org.hawser.bench.experiment;

import java.util.List;
import mpi.MPIException;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Series;

/**
 * The share of a communication that hides behind a computation which takes as long as the communication alone: it is
 * started, the rank computes, and then waits for it.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
final class Overlap implements Measurement {
    private static final double UNIT_NANOS = 1_000;

    private final Lab lab;
    private final Series series;
    private final Operation exchange;
    private final Operation computing;
    private final double stepsPerNano;
    private long steps;

    /** What is started before the computation, and awaited after it. */
    interface Exchange {
        /** No communication. */
        Exchange NONE = new Exchange() {
            @Override
            public void start() {
            }

            @Override
            public void finish() {
            }
        };

        /** Starts it. */
        void start() throws MPIException;

        /** Waits for it. */
        void finish() throws MPIException;
    }

    /**
     * A measurement.
     *
     * @param lab          where it is taken
     * @param series       of the share
     * @param exchange     what this rank does
     * @param computation  what it computes
     * @param stepsPerNano how fast, as {@link #stepsPerNano} says; the same at all ranks
     */
    Overlap(Lab lab, Series series, Exchange exchange, Computation computation, double stepsPerNano) {
        this.lab = lab;
        this.series = series;
        this.stepsPerNano = stepsPerNano;
        MpiExperiment.Steps both = count -> {
            for (int i = 0; i < count; i++) {
                exchange.start();
                computation.run(steps);
                exchange.finish();
            }
        };
        MpiExperiment.Steps one = count -> {
            for (int i = 0; i < count; i++) {
                computation.run(steps);
            }
        };
        this.exchange = MpiExperiment.timed(both);
        computing = MpiExperiment.timed(one);
    }

    /** Steps of a computation in a nanosecond, as rank 0 has it; collective. */
    static double stepsPerNano(Lab lab, Computation computation) {
        return lab.agree(computation.stepsFor(UNIT_NANOS)) / UNIT_NANOS;
    }

    /** What is hidden: 0, both take as long as one after the other; 1, the communication costs no time. */
    static double hidden(double alone, double computing, double both) {
        return Math.clamp(1 - (both - computing) / alone, 0, 1);
    }

    @Override
    public List<Series> series() {
        return List.of(series);
    }

    @Override
    public double[] sample(int count) {
        steps = 0;
        double alone = exchange.run(count);
        steps = lab.agree(Math.round(alone / count * stepsPerNano));
        // Nobody goes on to where the next word is said before all have heard this one.
        lab.rank().barrier();
        double compute = computing.run(count);
        double both = exchange.run(count);
        return new double[] {hidden(alone, compute, both)};
    }
}
