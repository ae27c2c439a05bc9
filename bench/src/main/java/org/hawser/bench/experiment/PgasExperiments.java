package org.hawser.bench.experiment;

import java.util.List;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.bench.pgas.KernelWay;

/**
 * The experiments on the partitioned global address space, in the order in which {@code bench all} runs them.
 *
 * <p><b>Threads:</b> immutable.
 */
final class PgasExperiments {
    private static final List<Experiment> ALL = List.of(
        new PgasLatencyExperiment(),
        new PgasBandwidthExperiment(),
        new PgasLoopExperiment(),
        new PgasMemoryExperiment(),
        new PgasIdleExperiment(List.of(KernelKind.CG, KernelKind.MG), List.of(ProblemClass.W)),
        new PgasPcjExperiment(),
        new PgasGupsExperiment(),
        new PgasStreamExperiment(),
        new PgasNasExperiment(KernelWay.kernels(), List.of(ProblemClass.W)));

    private PgasExperiments() {
    }

    /** Every one of them. */
    static List<Experiment> all() {
        return ALL;
    }
}
