package org.hawser.bench.experiment;

import org.hawser.bench.lab.Task;
import org.hawser.runtime.Rank;

/**
 * The program of a measuring job: every rank runs the experiment that its {@link Task} names.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class ExperimentMain {

    private ExperimentMain() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments of a {@link Task}
     */
    public static void main(String[] arguments) {
        Task task = Task.of(arguments);
        RankExperiment experiment = (RankExperiment) Experiments.named(task.experiment()).orElseThrow();
        try (Rank rank = Rank.join()) {
            experiment.measure(rank, task);
            rank.barrier();
        }
    }
}
