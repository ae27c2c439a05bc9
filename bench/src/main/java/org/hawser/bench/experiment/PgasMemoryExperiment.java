package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Series;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;

/**
 * Memory per rank of a hello world that starts the model and does nothing else, over the number of ranks.
 *
 * <ul>
 * <li>{@code pgas-memory.processes}: what a process has resident, as the paper on one runtime for UPC and MPI measures
 *     it; {@code ….proportional} counts what processes share once.</li>
 * <li>{@code pgas-memory.threads}: what a rank that is a thread adds to its process, live objects and resident memory,
 *     against a job of {@value #BASE} ranks, each the middle one of some jobs. What a JVM has for itself is kept out of
 *     it, as in {@link MemoryExperiment}; {@code ….off-heap} is the runtime's own memory.</li>
 * </ul>
 *
 * <p>{@code ….flatness} is a job's figure by the smallest job's: that of the job in which it is farthest from 1.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
final class PgasMemoryExperiment implements Experiment {
    static final String NAME = "pgas-memory";

    private static final List<Integer> PROCESSES = List.of(16, 32, 64, 128, 256);
    private static final List<Integer> THREADS = List.of(16, 64, 256, 1024, 4096);
    private static final int MOST_PROCESSES = 256;
    private static final int BASE = 8;
    /** Jobs of the base, unless fewer rounds are asked for. */
    private static final int JOBS = 25;
    /** Among how many ranks what one process has more or less by chance is a small part of a rank's memory. */
    private static final int MANY = 800;
    /** As for {@link MemoryProgram}, with a heap for thousands of ranks. */
    private static final List<String> ALL_RESIDENT = List.of("-Xint", "-Xms1g", "-Xmx1g", "-Xmn128m",
        "-XX:+AlwaysPreTouch");
    private static final int PAPER_RANKS = 256;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "PGAS: bytes per rank of a hello world, 16 to 256 processes and 16 to 4096 threads";
    }

    @Override
    public boolean isForConnections() {
        return false;
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        Plan plan = campaign.plan();
        if (!plan.threads()) {
            runProcesses(campaign, plan.ranksOr(PROCESSES).stream().filter(ranks -> isFor(campaign, ranks)).toList());
        }
        if (plan.threads() || plan.ranks().isEmpty()) {
            runThreads(campaign, plan.ranksOr(THREADS));
        }
    }

    private static boolean isFor(Campaign campaign, int ranks) {
        if (ranks > MOST_PROCESSES) {
            campaign.leaveOut("left out: " + ranks + " processes; for so many ranks add --threads");
        }
        return ranks <= MOST_PROCESSES;
    }

    private static void runProcesses(Campaign campaign, List<Integer> jobs) throws IOException, InterruptedException {
        List<Double> medians = new ArrayList<>();
        Series series = new Series(NAME + ".processes", "shm", 0, 0, Metric.BYTES, null);
        for (int ranks : jobs) {
            campaign.progress(NAME + ", " + ranks + " processes");
            List<long[]> footprints = hello(ranks);
            double[] resident = footprints.stream().mapToDouble(one -> one[0]).sorted().toArray();
            campaign.add(of(series, ranks), resident);
            campaign.add(of(series, ranks).of(series.bench() + ".proportional"),
                footprints.stream().mapToDouble(one -> one[1]).average().orElse(0));
            medians.add(resident[resident.length / 2]);
            addPaper(campaign, of(series, ranks));
        }
        addFlatness(campaign, series.bench(), jobs, medians);
    }

    /** What the paper's text says of its three hello worlds: two are constant, one grows with each process. */
    private static void addPaper(Campaign campaign, Series series) throws IOException, InterruptedException {
        campaign.add(series.by("paper-INCR"), 227e6);
        campaign.add(series.by("paper-MPI"), 237e6);
        campaign.add(series.by("paper-IBV"), 265e6 - 128e3 * (PAPER_RANKS - series.ranks()));
    }

    private static void runThreads(Campaign campaign, List<Integer> sizes) throws IOException, InterruptedException {
        campaign.progress(NAME + ", " + BASE + " threads");
        int jobs = Math.min(campaign.plan().roundsOr(JOBS), JOBS);
        MemoryUse base = bare(BASE, jobs);
        List<MemoryUse> uses = new ArrayList<>();
        for (int ranks : sizes) {
            campaign.progress(NAME + ", " + ranks + " threads");
            uses.add(bare(ranks, Math.min(jobs, jobsOf(ranks))));
        }
        report(campaign, NAME + ".threads", uses, use -> added(base, use));
        report(campaign, NAME + ".threads.off-heap", uses, use -> (double) use.idle().shared() / use.ranks());
    }

    /** What differs between processes by chance is divided among the ranks beyond the base. */
    private static int jobsOf(int ranks) {
        return Math.clamp(MANY / Math.max(1, Math.abs(ranks - BASE)), 1, JOBS);
    }

    private static void report(Campaign campaign, String bench, List<MemoryUse> uses,
                               ToDoubleFunction<MemoryUse> perRank) throws IOException, InterruptedException {
        Series series = new Series(bench, "shm/threads", 0, 0, Metric.BYTES, null);
        for (MemoryUse use : uses) {
            campaign.add(of(series, use.ranks()), perRank.applyAsDouble(use));
        }
        addFlatness(campaign, bench, uses.stream().map(MemoryUse::ranks).toList(),
            uses.stream().map(perRank::applyAsDouble).toList());
    }

    private static void addFlatness(Campaign campaign, String bench, List<Integer> jobs, List<Double> figures)
            throws IOException, InterruptedException {
        if (figures.size() > 1) {
            int worst = IntStream.range(1, figures.size()).boxed().max(Comparator.comparingDouble(job ->
                Math.abs(figures.get(job) / figures.getFirst() - 1))).orElseThrow();
            campaign.add(new Series(bench + ".flatness", "shm", jobs.get(worst), 0, Metric.FRACTION, null),
                figures.get(worst) / figures.getFirst());
        }
    }

    private static Series of(Series series, int ranks) {
        return new Series(series.bench(), series.provider(), ranks, 0, series.metric(), null);
    }

    private static double added(MemoryUse few, MemoryUse many) {
        return (double) (many.idle().resident() - few.idle().resident() + many.idle().heap() - few.idle().heap())
            / Math.max(1, many.ranks() - few.ranks());
    }

    /** The middle one of some jobs: in a small one, what the JVM does now and then counts for much. */
    private static MemoryUse bare(int ranks, int jobs) throws IOException, InterruptedException {
        List<MemoryUse> uses = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            uses.add(MemoryProgram.run(PgasHello.class, ranks, ALL_RESIDENT));
        }
        uses.sort(Comparator.comparingLong(use -> use.idle().resident() + use.idle().heap()));
        return uses.get(uses.size() / 2);
    }

    /** Of each rank the bytes resident and the bytes proportional. */
    private static List<long[]> hello(int ranks) throws IOException, InterruptedException {
        List<long[]> footprints = new ArrayList<>();
        JobSpec spec = JobSpec.of(ranks, PgasHello.class.getName()).args(PgasHello.PROCESSES)
            .classPath(List.of(MeasuringJob.ownClasses())).output((rank, error, line) -> {
                if (line.startsWith(PgasHello.FOOTPRINT)) {
                    footprints.add(Arrays.stream(line.substring(PgasHello.FOOTPRINT.length()).split(" "))
                        .mapToLong(Long::parseLong).toArray());
                } else if (!line.startsWith(PgasHello.HELLO)) {
                    System.err.println(line);
                }
            }).build();
        MeasuringJob.await(LocalJob.start(spec), NAME);
        return footprints;
    }
}
