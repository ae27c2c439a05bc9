package org.hawser.bench.experiment;

import java.util.List;

/**
 * The experiments on the partitioned global address space, in the order in which {@code bench all} runs them.
 *
 * <p><b>Threads:</b> immutable.
 */
final class PgasExperiments {
    private static final List<Experiment> ALL = List.of(
        new PgasLatencyExperiment());

    private PgasExperiments() {
    }

    /** Every one of them. */
    static List<Experiment> all() {
        return ALL;
    }
}
