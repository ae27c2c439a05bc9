package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.IdleModel;
import org.hawser.bench.lab.Series;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.NasFigures;
import org.hawser.bench.nas.NasProgram;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.bench.report.NasTable;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;

/**
 * Kernels of the NAS parallel benchmarks. Each job runs its kernel once to be compiled, then once per round; every run
 * is verified. The speed-up is against the same kernel on one rank, which sends no message, and is always run first.
 *
 * <p><b>Threads:</b> immutable; the command's main thread.
 */
final class NasExperiment implements Experiment {
    private static final int ROUNDS = 3;
    /** They are long, and taken from start to end. */
    private static final int MOST_ROUNDS = 10;

    private final List<KernelKind> kernels;
    private final List<ProblemClass> classes;

    /** Some kernels, each with those of the classes that it has. */
    NasExperiment(List<KernelKind> kernels, List<ProblemClass> classes) {
        this.kernels = List.copyOf(kernels);
        this.classes = List.copyOf(classes);
    }

    @Override
    public String name() {
        return Experiments.NAS;
    }

    @Override
    public String summary() {
        return "kernels of the NAS parallel benchmarks, verified: time, Mop/s, speed-up against one rank";
    }

    @Override
    public int leastRanks() {
        return 1;
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        for (KernelKind kernel : kernels) {
            for (ProblemClass size : classes) {
                if (kernel.classes().contains(size)) {
                    run(campaign, kernel, size);
                } else {
                    campaign.leaveOut("left out: " + kernel.word() + " has no class " + size + " here");
                }
            }
        }
    }

    private void run(Campaign campaign, KernelKind kernel, ProblemClass size)
            throws IOException, InterruptedException {
        String bench = name() + "." + kernel.word() + "." + size;
        campaign.plan().ranks().stream().filter(ranks -> !kernel.suits(ranks)).forEach(ranks ->
            campaign.leaveOut("left out: " + kernel.word() + " does not run on " + ranks + " ranks"));
        List<Integer> counts = Stream.concat(Stream.of(1), campaign.plan().ranksOr(List.of(2, 4)).stream()).distinct()
            .sorted().filter(kernel::suits).toList();
        double serial = 0;
        for (int ranks : counts) {
            List<NasFigures> figures = runJob(campaign, kernel, size, ranks, bench);
            boolean verified = figures.stream().allMatch(NasFigures::verified);
            double[] seconds = figures.stream().skip(1).mapToDouble(NasFigures::seconds).toArray();
            if (ranks == 1) {
                serial = Arrays.stream(seconds).sorted().toArray()[seconds.length / 2];
            }
            double base = serial;
            Series series = new Series(bench, campaign.plan().network().word(), ranks, 0, Metric.SECONDS, null);
            Series share = series.as(Metric.FRACTION);
            campaign.add(series, seconds);
            campaign.add(series.as(Metric.RATE),
                figures.stream().skip(1).mapToDouble(one -> 1e6 * one.mops()).toArray());
            campaign.add(share.of(bench + NasTable.SPEED_UP), Arrays.stream(seconds).map(one -> base / one).toArray());
            campaign.add(share.of(bench + NasTable.VERIFIED), verified ? 1 : 0);
        }
    }

    /** Runs a job in which the ways of exchange take turns; without any, the kernel sends messages. */
    static List<NasFigures> runJob(Campaign campaign, KernelKind kernel, ProblemClass size, int ranks, String bench,
                                   String... ways) throws IOException, InterruptedException {
        return runJob(NasProgram.class, campaign, kernel, size, ranks, bench, ways);
    }

    /** The same with a program that takes the same arguments. */
    static List<NasFigures> runJob(Class<?> program, Campaign campaign, KernelKind kernel, ProblemClass size,
                                   int ranks, String bench, String... ways) throws IOException, InterruptedException {
        int rounds = 1 + Math.min(campaign.plan().roundsOr(ROUNDS), MOST_ROUNDS);
        return runJob(program, Map.of(), campaign, kernel, size, ranks, bench, rounds, ways);
    }

    /** The same with settings of its own, each way {@code rounds} times; twice that beside an {@link IdleModel}. */
    static List<NasFigures> runJob(Class<?> program, Map<String, String> settings, Campaign campaign,
                                   KernelKind kernel, ProblemClass size, int ranks, String bench, int rounds,
                                   String... ways) throws IOException, InterruptedException {
        int runs = rounds * Math.max(1, ways.length) * (IdleModel.isIn(settings) ? 2 : 1);
        String what = bench + ", " + ranks + (ranks == 1 ? " rank" : " ranks");
        campaign.progress(what);
        List<NasFigures> figures = new ArrayList<>();
        String[] arguments = Stream.concat(Stream.of(kernel.name(), size.name(), Integer.toString(rounds)),
            Arrays.stream(ways)).toArray(String[]::new);
        JobSpec.Builder job = JobSpec.of(ranks, program.getName());
        settings.forEach(job::environment);
        if (IdleModel.isIn(settings)) {
            // Whether a rank slept when a message came is chance, and worth more than what is looked for.
            job.progress("poll");
        }
        JobSpec spec = campaign.plan().place(job, ranks).args(arguments)
            .classPath(List.of(MeasuringJob.ownClasses()))
            .threads(campaign.plan().threads()).output((rank, error, line) ->
                NasFigures.parse(line).ifPresentOrElse(one -> {
                    figures.add(one);
                    campaign.progress(what + ": " + figures.size() + " of " + runs);
                }, () -> System.err.println(line))).build();
        MeasuringJob.await(LocalJob.start(spec), what);
        if (figures.size() != runs) {
            throw new IOException("figures are missing: job=" + what + " expected=" + runs + " got=" + figures.size());
        }
        return figures;
    }

    /** The conclusions are the table. */
    @Override
    public List<String> table(List<BenchRecord> records) {
        return List.of();
    }

    @Override
    public List<String> conclusions(List<BenchRecord> records) {
        return NasTable.of(records);
    }

    @Override
    public boolean isRight(List<BenchRecord> records) {
        return NasTable.isVerified(records);
    }
}
