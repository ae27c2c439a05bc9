package org.hawser.bench.experiment;

import java.util.List;
import java.util.Optional;

/**
 * All experiments, in the order in which {@code bench all} runs them: the machine first, then what we make of it.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Experiments {
    private static final List<Experiment> ALL = List.of(new RawExperiment(), new MessageExperiment(),
        new PutExperiment(), new GetExperiment(), new AtomicExperiment(), new RateExperiment(),
        new BarrierExperiment(), new StartupExperiment(), new MemoryExperiment());

    private Experiments() {
    }

    /** Every experiment. */
    public static List<Experiment> all() {
        return ALL;
    }

    /** The experiment of that name, if there is one. */
    public static Optional<Experiment> named(String name) {
        return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst();
    }
}
