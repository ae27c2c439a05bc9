package org.hawser.bench.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.bench.report.PgasNasTable;

/**
 * All experiments, in the order in which {@code bench all} runs them: the machine first, then what we make of it.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Experiments {
    /** The name of the NAS kernels' experiment. */
    public static final String NAS = "nas";
    /** The name of the experiment with NAS kernels on windows. */
    public static final String NAS_ON_WINDOWS = "rma-nas";
    /** The name of the experiment with NAS kernels on shared memory. */
    public static final String NAS_ON_SHARED_MEMORY = PgasNasTable.NAME;
    /** The name of the experiment with NAS kernels beside a model that does nothing. */
    public static final String NAS_BESIDE_PGAS = "pgas-idle";

    private static final List<Experiment> FIRST = List.of(new RawExperiment(), new MessageExperiment(),
        new PutExperiment(), new GetExperiment(), new AtomicExperiment(), rate(),
        new BarrierExperiment(), LatencyExperiment.ensemble(), FreshExperiment.ensemble(), WindowExperiment.bandwidth(),
        WindowExperiment.bothWays(), OverlapExperiment.ensemble(), new ProtocolExperiment(), new ProgressExperiment(),
        new CollectivesExperiment(), IcollExperiment.ensemble(), new VectorsExperiment(),
        new RmaLatencyExperiment(), new RmaBandwidthExperiment(), new RmaOverlapExperiment(), new RmaTargetExperiment(),
        new RmaLockExperiment(), new RmaFenceExperiment(), new RmaScheduleExperiment(), new RmaGupsExperiment(),
        new RmaTasksExperiment(), new RmaVectorExperiment(),
        DenseExperiment.lu(), DenseExperiment.luLocks(), DenseExperiment.summa(),
        new NasWindowExperiment(List.of(ProblemClass.W)),
        nas(List.of(KernelKind.values()), List.of(ProblemClass.W)), new StartupExperiment(), new MemoryExperiment());
    private static final List<Experiment> ALL = Stream.concat(FIRST.stream(), PgasExperiments.all().stream()).toList();

    private Experiments() {
    }

    /** Every experiment. */
    public static List<Experiment> all() {
        return ALL;
    }

    /** The experiment of that name, or the part of one, if there is one. */
    public static Optional<Experiment> named(String name) {
        return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst().or(() -> single(name));
    }

    /** The experiment of that name that is no ensemble: {@code rate} is active messages alone here. */
    public static Optional<Experiment> single(String name) {
        return part(name).map(part -> part);
    }

    /** The NAS kernels, or some of them, with those of the classes that each has. */
    public static Experiment nas(List<KernelKind> kernels, List<ProblemClass> classes) {
        return new NasExperiment(kernels, classes);
    }

    /** The NAS kernels that also exchange through windows. */
    public static Experiment nasOnWindows(List<ProblemClass> classes) {
        return new NasWindowExperiment(classes);
    }

    /** Those of the NAS kernels that also run on shared memory. */
    public static Experiment nasOnSharedMemory(List<KernelKind> kernels, List<ProblemClass> classes) {
        return new PgasNasExperiment(kernels, classes);
    }

    /** MPI alone and beside PGAS that does nothing, with some of the NAS kernels. */
    public static Experiment nasBesidePgas(List<KernelKind> kernels, List<ProblemClass> classes) {
        return new PgasIdleExperiment(kernels, classes);
    }

    /** What the ranks of a job run under that name, if there is such a thing. */
    static Optional<RankExperiment> part(String name) {
        return ALL.stream().flatMap(Experiments::parts).filter(part -> part.name().equals(name)).findFirst();
    }

    /** Active messages first, then what MPI makes of them. */
    private static Experiment rate() {
        List<RankExperiment> parts = new ArrayList<>(List.of(new RateExperiment()));
        for (BufferKind kind : BufferKind.values()) {
            parts.add(WindowExperiment.rate(kind));
        }
        return new Ensemble("rate", "8 B messages in one direction: active messages, and MPI in windows of 64", parts);
    }

    private static Stream<RankExperiment> parts(Experiment experiment) {
        return switch (experiment) {
            case Composite composite -> composite.parts().stream();
            case RankExperiment single -> Stream.of(single);
            default -> Stream.empty();
        };
    }
}
