package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Series;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.NasFigures;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.bench.report.NasTable;

/**
 * MG and CG with their exchanges by messages, by puts one after the other, and by puts that are under way together, in
 * turns in one job; every run is verified.
 *
 * <p><b>Threads:</b> immutable; the command's main thread.
 */
final class NasWindowExperiment implements Experiment {
    /** The first is ours. */
    private static final List<String> WAYS = List.of("NONBLOCKING", "BLOCKING", "MESSAGES");
    private static final List<KernelKind> KERNELS = List.of(KernelKind.MG, KernelKind.CG);

    private final List<ProblemClass> classes;

    NasWindowExperiment(List<ProblemClass> classes) {
        this.classes = List.copyOf(classes);
    }

    @Override
    public String name() {
        return Experiments.NAS_ON_WINDOWS;
    }

    @Override
    public String summary() {
        return "NAS MG and CG, verified: exchanges by puts under way together, by puts one by one, by messages";
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        for (KernelKind kernel : KERNELS) {
            for (ProblemClass size : classes) {
                for (int ranks : campaign.plan().ranksOr(List.of(2, 4))) {
                    if (kernel.suits(ranks)) {
                        run(campaign, kernel, size, ranks);
                    } else {
                        campaign.leaveOut("left out: " + kernel.word() + " does not run on " + ranks + " ranks");
                    }
                }
            }
        }
    }

    private void run(Campaign campaign, KernelKind kernel, ProblemClass size, int ranks)
            throws IOException, InterruptedException {
        String bench = name() + "." + kernel.word() + "." + size;
        List<NasFigures> figures = NasExperiment.runJob(campaign, kernel, size, ranks, bench,
            WAYS.toArray(String[]::new));
        Series series = new Series(bench, campaign.plan().network().word(), ranks, 0, Metric.SECONDS, null);
        for (int way = 0; way < WAYS.size(); way++) {
            int first = way;
            // The first round of each way is for the compiler.
            double[] seconds = IntStream.range(1, figures.size() / WAYS.size())
                .mapToDouble(round -> figures.get(round * WAYS.size() + first).seconds()).toArray();
            campaign.add(way == 0 ? series : series.by(WAYS.get(way).toLowerCase(Locale.ROOT)), seconds);
        }
        campaign.add(series.as(Metric.FRACTION).of(bench + NasTable.VERIFIED),
            figures.stream().allMatch(NasFigures::verified) ? 1 : 0);
    }

    @Override
    public boolean isRight(List<BenchRecord> records) {
        return NasTable.isVerified(records);
    }
}
