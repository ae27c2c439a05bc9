package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Series;

/**
 * Memory per rank in jobs of 64, 256 and 1,024 ranks that are threads: idle, and after each has talked with four
 * neighbours.
 *
 * <ul>
 * <li>{@code memory.idle} and {@code memory.talking} are the runtime's off-heap memory.</li>
 * <li>{@code ….added} is what a rank adds to its process: the growth of resident memory and of live objects against a
 *     job of {@value #BASE} ranks, stacks and class loaders included. What a JVM has for itself is kept out of it: the
 *     heap is resident from the start, and there is no compiler, whose memory comes and goes.</li>
 * <li>{@code ….resident} is all that the process has in memory, divided among its ranks, with a JVM's usual
 *     arguments. It falls with the size of the job, since ranks share one JVM.</li>
 * </ul>
 *
 * <p>{@code ….flatness} of the first two is the largest job's figure by the smallest one's: 1 when a rank pays nothing
 * for ranks that it does not know.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
final class MemoryExperiment implements Experiment {
    private static final List<Integer> JOBS = List.of(64, 256, 1024);
    /** A job of so many ranks has what any job has: growth is counted from there. */
    private static final int BASE = 8;
    private static final int SMALL = 64;
    private static final int SMALL_JOBS = 5;

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String summary() {
        return "bytes per rank of 64, 256 and 1024 ranks as threads, idle and talking to 4 neighbours";
    }

    @Override
    public boolean isForConnections() {
        return false;
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        List<Integer> jobs = campaign.plan().ranksOr(JOBS);
        campaign.progress("memory, " + BASE + " ranks");
        MemoryUse base = bare(BASE);
        List<MemoryUse> bare = new ArrayList<>();
        List<MemoryUse> usual = new ArrayList<>();
        for (int ranks : jobs) {
            campaign.progress("memory, " + ranks + " ranks");
            bare.add(bare(ranks));
            usual.add(MemoryProgram.run(ranks, List.of()));
        }
        report(campaign, "memory.idle", base, bare, usual, MemoryUse::idle);
        report(campaign, "memory.talking", base, bare, usual, MemoryUse::talking);
    }

    /** The middle one of some jobs: in a small one, what the JVM does now and then counts for much. */
    private static MemoryUse bare(int ranks) throws IOException, InterruptedException {
        List<MemoryUse> uses = new ArrayList<>();
        for (int i = 0; i < (ranks <= SMALL ? SMALL_JOBS : 1); i++) {
            uses.add(MemoryProgram.run(ranks, MemoryProgram.ALL_RESIDENT));
        }
        uses.sort(Comparator.comparingLong(use -> use.idle().resident() + use.idle().heap()));
        return uses.get(uses.size() / 2);
    }

    private static void report(Campaign campaign, String bench, MemoryUse base, List<MemoryUse> bare,
                               List<MemoryUse> usual, Function<MemoryUse, MemoryUse.Look> when)
            throws IOException, InterruptedException {
        MemoryUse.Look few = when.apply(base);
        reportFlat(campaign, bench, bare, use -> (double) when.apply(use).shared() / use.ranks());
        reportFlat(campaign, bench + ".added", bare, use -> added(few, when.apply(use), use.ranks() - base.ranks()));
        report(campaign, bench + ".resident", usual, use -> (double) when.apply(use).resident() / use.ranks());
    }

    /** What each of {@code more} ranks adds to what the process has in memory and to what lives in its heap. */
    private static double added(MemoryUse.Look few, MemoryUse.Look many, int more) {
        return (double) (many.resident() - few.resident() + many.heap() - few.heap()) / Math.max(1, more);
    }

    private static void report(Campaign campaign, String bench, List<MemoryUse> uses,
                               ToDoubleFunction<MemoryUse> perRank) throws IOException, InterruptedException {
        for (MemoryUse use : uses) {
            campaign.add(new Series(bench, "shm/threads", use.ranks(), 0, Metric.BYTES, null),
                perRank.applyAsDouble(use));
        }
    }

    /** With the largest job's figure by the smallest one's. */
    private static void reportFlat(Campaign campaign, String bench, List<MemoryUse> uses,
                                   ToDoubleFunction<MemoryUse> perRank) throws IOException, InterruptedException {
        report(campaign, bench, uses, perRank);
        if (uses.size() > 1) {
            campaign.add(new Series(bench + ".flatness", "shm/threads", uses.getLast().ranks(), 0, Metric.FRACTION,
                null), perRank.applyAsDouble(uses.getLast()) / perRank.applyAsDouble(uses.getFirst()));
        }
    }
}
