package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpi.Comm;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.IdleModel;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Series;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.NasFigures;
import org.hawser.bench.nas.NasProgram;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.bench.report.NasTable;
import org.hawser.bench.report.SideBySide;

/**
 * What MPI pays for PGAS that is there and does nothing: latency, bandwidth and NAS kernels in jobs that have started
 * it, in turns with jobs that have not even loaded it (the peer {@code without}).
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class PgasIdleExperiment extends MpiExperiment {
    static final String NAME = Experiments.NAS_BESIDE_PGAS;
    /** The peer that is MPI alone. */
    static final String WITHOUT = "without";

    private static final String LATENCY = "latency";
    private static final String BANDWIDTH = "bandwidth";
    private static final String NAS = "nas";
    private static final List<String> WORDS = List.of(LATENCY, BANDWIDTH, NAS);
    private static final List<Long> LATENCY_SIZES = List.of(8L, 1L << 10, 64L << 10);
    private static final List<Long> BANDWIDTH_SIZES = List.of(64L << 10, 1L << 20);
    private static final int ROUNDS = 70;
    /** Two jobs of one kind differ by more than what is looked for, so there are many. */
    private static final int TURNS = 7;

    private final List<KernelKind> kernels;
    private final List<ProblemClass> classes;

    /** With these kernels, each on problems of these classes. */
    PgasIdleExperiment(List<KernelKind> kernels, List<ProblemClass> classes) {
        this.kernels = List.copyOf(kernels);
        this.classes = List.copyOf(classes);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "MPI latency, bandwidth and NAS kernels with PGAS started and idle, against MPI alone";
    }

    @Override
    int rounds() {
        return ROUNDS;
    }

    @Override
    int turns(int ranks) {
        return TURNS;
    }

    @Override
    List<String> cases(Plan plan, int ranks) {
        List<String> chosen = plan.choice().cases();
        return WORDS.stream().filter(word -> chosen.isEmpty() || chosen.contains(word)).toList();
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) {
        List<Measurement> all = new ArrayList<>();
        if (lab.task().has(LATENCY)) {
            lab.task().sizesOr(LATENCY_SIZES).forEach(size -> all.add(LatencyExperiment.oneWay(lab, world,
                BufferKind.RUNTIME, NAME + "." + LATENCY, size)));
        }
        if (lab.task().has(BANDWIDTH)) {
            lab.task().sizesOr(BANDWIDTH_SIZES).forEach(size -> all.add(WindowExperiment.stream(lab, world,
                BufferKind.RUNTIME, NAME + "." + BANDWIDTH, size)));
        }
        return all;
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        check("part", campaign.plan().choice().cases(), WORDS);
        for (int ranks : campaign.plan().ranksOr(ranks())) {
            List<String> cases = cases(campaign.plan(), ranks);
            if (cases.contains(LATENCY) || cases.contains(BANDWIDTH)) {
                campaign.measure(List.of(new Contestant(this, null, IdleModel.started()),
                    new Contestant(this, WITHOUT, Map.of())), ranks);
            }
            if (cases.contains(NAS)) {
                runKernels(campaign, ranks);
            }
        }
    }

    private void runKernels(Campaign campaign, int ranks) throws IOException, InterruptedException {
        for (KernelKind kernel : kernels) {
            for (ProblemClass problem : classes) {
                if (kernel.suits(ranks) && kernel.classes().contains(problem)) {
                    runKernel(campaign, kernel, problem, ranks);
                } else {
                    campaign.leaveOut("left out: " + kernel.word() + " does not run in class " + problem + " on "
                        + ranks + " ranks");
                }
            }
        }
    }

    private static void runKernel(Campaign campaign, KernelKind kernel, ProblemClass problem, int ranks)
            throws IOException, InterruptedException {
        String bench = NAME + "." + kernel.word() + "." + problem;
        Series series = new Series(bench, campaign.plan().network().word(), ranks, 0, Metric.SECONDS, null);
        int turns = Math.min(TURNS, campaign.plan().roundsOr(TURNS));
        for (int turn = 0; turn < turns; turn++) {
            List<NasFigures> with = NasExperiment.runJob(NasProgram.class, IdleModel.started(), campaign, kernel,
                problem, ranks, bench);
            List<NasFigures> alone = NasExperiment.runJob(campaign, kernel, problem, ranks, bench);
            campaign.add(series, seconds(with));
            campaign.add(series.by(WITHOUT), seconds(alone));
            campaign.add(series.as(Metric.FRACTION).of(bench + NasTable.VERIFIED),
                with.stream().allMatch(NasFigures::verified) && alone.stream().allMatch(NasFigures::verified) ? 1 : 0);
        }
    }

    /** The first run is the compiler's. */
    private static double[] seconds(List<NasFigures> figures) {
        return figures.stream().skip(1).mapToDouble(NasFigures::seconds).toArray();
    }

    @Override
    public List<String> table(List<BenchRecord> records) {
        return SideBySide.of(records, List.of("idle", WITHOUT));
    }

    @Override
    public boolean isRight(List<BenchRecord> records) {
        return NasTable.isVerified(records);
    }
}
