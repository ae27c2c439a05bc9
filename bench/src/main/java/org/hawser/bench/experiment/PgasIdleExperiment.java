package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import mpi.Comm;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.IdleModel;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.NasFigures;
import org.hawser.bench.nas.NasProgram;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.bench.report.NasTable;
import org.hawser.bench.report.SideBySide;

/**
 * What MPI pays for PGAS that is there and does nothing: latency, bandwidth and NAS kernels in jobs that start it in
 * their middle, in turns with jobs that never load it (the peer {@code without}). Both kinds measure the same before
 * the middle (the peer {@code before}) and after it, on the same memory. After it PGAS is ended and started again, so
 * that of each two samples one is taken without it (the peer {@code off}). What is compared is how much longer it takes
 * after than before, and on than off, in the one kind of job and in the other ({@link IdleCosts}).
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
    /** What was measured before the middle. */
    private static final String BEFORE = "before";
    /** What was measured after it, when the model had just been ended. */
    private static final String OFF = "off";
    /** Jobs of each kind, unless others are asked for. */
    private static final int JOBS = 7;
    /** Samples on either side of a job's middle. */
    private static final int SAMPLES = 160;
    /** Runs of a kernel on either side, and how many of them are the compiler's: it takes seconds, not runs. */
    private static final int RUNS = 44;
    private static final int COMPILERS_RUNS = 8;
    private static final int SHORT_RUNS = 80;
    private static final int COMPILERS_SHORT_RUNS = 44;

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

    /** After the middle. */
    private List<Measurement> after = List.of();

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
        after = all;
        return all.stream().<Measurement>map(Before::new).toList();
    }

    /** The middle, and what comes after it: as many samples with the model as before it, and as many without. */
    @Override
    void conclude(Lab lab) {
        try (IdleModel model = new IdleModel()) {
            int[] now = new int[1];
            model.begin();
            lab.run(after.stream().map(one -> new Turns(one, now)).toList(), 2 * lab.task().rounds(), round -> {
                now[0] = round;
                model.turn(round);
            });
        }
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        check("part", campaign.plan().choice().cases(), WORDS);
        for (int ranks : campaign.plan().ranksOr(ranks())) {
            List<String> cases = cases(campaign.plan(), ranks);
            if (cases.contains(LATENCY) || cases.contains(BANDWIDTH)) {
                runMessages(campaign, ranks);
            }
            if (cases.contains(NAS)) {
                runKernels(campaign, ranks);
            }
        }
    }

    private void runMessages(Campaign campaign, int ranks) throws IOException, InterruptedException {
        IdleCosts costs = new IdleCosts();
        List<Contestant> kinds = new ArrayList<>(List.of(new Contestant(this, null, IdleModel.started()),
            new Contestant(this, WITHOUT, IdleModel.none())));
        for (int job = 0; job < campaign.plan().roundsOr(JOBS); job++) {
            for (Contestant kind : kinds) {
                List<Sample> samples = campaign.runJob(kind, ranks, SAMPLES);
                costs.take(samples, BEFORE, kind.name());
                costs.takeTurns(samples, OFF, kind.name());
            }
            // Whoever came second comes first next: neither is always the later one.
            Collections.reverse(kinds);
        }
        costs.addTo(campaign);
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
        IdleCosts costs = new IdleCosts();
        int jobs = campaign.plan().roundsOr(JOBS);
        int runs = problem == ProblemClass.S ? SHORT_RUNS : RUNS;
        int skipped = problem == ProblemClass.S ? COMPILERS_SHORT_RUNS : COMPILERS_RUNS;
        for (int job = 0; job < 2 * jobs; job++) {
            // With, without, without, with: neither is always the later one.
            boolean without = (job + 1) / 2 % 2 == 1;
            List<NasFigures> figures = NasExperiment.runJob(NasProgram.class,
                without ? IdleModel.none() : IdleModel.started(), campaign, kernel, problem, ranks, bench, runs);
            double[] first = seconds(figures.subList(skipped, runs));
            double[] on = seconds(turns(figures.subList(runs, 2 * runs), skipped, true));
            double[] off = seconds(turns(figures.subList(runs, 2 * runs), skipped, false));
            Series kind = without ? series.by(WITHOUT) : series;
            campaign.add(series.by(BEFORE), first);
            campaign.add(kind, on);
            campaign.add(series.as(Metric.FRACTION).of(bench + NasTable.VERIFIED),
                figures.stream().allMatch(NasFigures::verified) ? 1 : 0);
            costs.add(kind, IdleCosts.median(first), IdleCosts.median(on));
            costs.addTurns(kind, off, on);
        }
        costs.addTo(campaign);
    }

    /** Those with the model, or those without. */
    private static List<NasFigures> turns(List<NasFigures> figures, int skipped, boolean on) {
        return IntStream.range(skipped, figures.size()).filter(run -> IdleModel.isThereIn(run) == on)
            .mapToObj(figures::get).toList();
    }

    private static double[] seconds(List<NasFigures> figures) {
        return figures.stream().mapToDouble(NasFigures::seconds).toArray();
    }

    @Override
    public List<String> table(List<BenchRecord> records) {
        return SideBySide.of(records, List.of("idle", WITHOUT));
    }

    @Override
    public boolean isRight(List<BenchRecord> records) {
        return NasTable.isVerified(records);
    }

    /** A measurement after the middle, with the model and without. */
    private record Turns(Measurement of, int[] round) implements Measurement {
        @Override
        public List<Series> series() {
            return IdleModel.isThereIn(round[0]) ? of.series()
                : of.series().stream().map(series -> series.by(OFF)).toList();
        }

        @Override
        public double[] sample(int count) {
            return of.sample(count);
        }
    }

    /** A measurement before the middle. */
    private record Before(Measurement of) implements Measurement {
        @Override
        public List<Series> series() {
            return of.series().stream().map(series -> series.by(BEFORE)).toList();
        }

        @Override
        public double[] sample(int count) {
            return of.sample(count);
        }
    }
}
