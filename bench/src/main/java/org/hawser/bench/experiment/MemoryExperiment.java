package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Series;

/**
 * Memory per rank in jobs of 64, 256 and 1,024 ranks that are threads: idle, and after each has talked with four
 * neighbours. {@code memory.idle} and {@code memory.talking} are the runtime's off-heap memory; {@code …resident} is
 * what the whole process grew by against a job of {@value #BASE} ranks, class loaders and stacks included.
 * {@code …flatness} is the largest job's figure by the smallest one's: 1 when a rank pays nothing for ranks that it
 * does not know.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
final class MemoryExperiment implements Experiment {
    private static final List<Integer> JOBS = List.of(64, 256, 1024);
    /** A job of so many ranks has what any job has: growth is counted from there. */
    private static final int BASE = 8;

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String summary() {
        return "bytes per rank of 64, 256 and 1024 ranks as threads, idle and talking to 4 neighbours";
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        List<Integer> jobs = campaign.plan().ranksOr(JOBS);
        campaign.progress("memory, " + BASE + " ranks");
        MemoryUse base = MemoryProgram.run(BASE);
        MemoryUse[] uses = new MemoryUse[jobs.size()];
        for (int i = 0; i < uses.length; i++) {
            campaign.progress("memory, " + jobs.get(i) + " ranks");
            uses[i] = MemoryProgram.run(jobs.get(i));
        }
        report(campaign, jobs, uses, "memory.idle", use -> (double) use.idleShared() / use.ranks());
        report(campaign, jobs, uses, "memory.talking", use -> (double) use.talkingShared() / use.ranks());
        report(campaign, jobs, uses, "memory.idle.resident",
            use -> growth(use.idleResident(), base.idleResident(), use));
        report(campaign, jobs, uses, "memory.talking.resident",
            use -> growth(use.talkingResident(), base.talkingResident(), use));
    }

    private static double growth(long bytes, long ofBase, MemoryUse use) {
        return (double) (bytes - ofBase) / Math.max(1, use.ranks() - BASE);
    }

    private static void report(Campaign campaign, List<Integer> jobs, MemoryUse[] uses, String bench,
                               ToDoubleFunction<MemoryUse> perRank) throws IOException, InterruptedException {
        for (int i = 0; i < uses.length; i++) {
            campaign.add(new Series(bench, "shm/threads", jobs.get(i), 0, Metric.BYTES, null),
                perRank.applyAsDouble(uses[i]));
        }
        if (uses.length > 1) {
            campaign.add(new Series(bench + ".flatness", "shm/threads", jobs.getLast(), 0, Metric.FRACTION, null),
                perRank.applyAsDouble(uses[uses.length - 1]) / perRank.applyAsDouble(uses[0]));
        }
    }
}
