package org.hawser.bench.experiment;

import org.hawser.bench.lab.Task;

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
        Experiments.part(task.experiment()).orElseThrow().main(task);
    }
}
