package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Series;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.NasFigures;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.bench.pgas.KernelWay;
import org.hawser.bench.pgas.PgasNasProgram;
import org.hawser.bench.report.NasTable;
import org.hawser.bench.report.PgasNasTable;

/**
 * NAS CG, MG and FT with their data in shared memory, in turns with the same kernels on messages, in one job where both
 * models are there: CG and MG by puts that are under way together, one by one, and with a signal; FT by gets in the two
 * orders that the paper on one runtime for UPC and MPI (PGAS '10) compares, and by gets under way together. Every run
 * is verified.
 *
 * <p><b>Threads:</b> immutable; the command's main thread.
 */
final class PgasNasExperiment implements Experiment {
    private final List<KernelKind> kernels;
    private final List<ProblemClass> classes;

    PgasNasExperiment(List<KernelKind> kernels, List<ProblemClass> classes) {
        this.kernels = List.copyOf(kernels);
        this.classes = List.copyOf(classes);
    }

    @Override
    public String name() {
        return PgasNasTable.NAME;
    }

    @Override
    public String summary() {
        return "PGAS: NAS CG, MG and FT, verified, by puts and gets in several ways, against MPI in the same job";
    }

    @Override
    public int leastRanks() {
        return 1;
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        for (KernelKind kernel : kernels) {
            for (ProblemClass size : classes) {
                for (int ranks : campaign.plan().ranksOr(List.of(2, 4))) {
                    if (!kernel.suits(ranks) || !kernel.classes().contains(size)) {
                        campaign.leaveOut("left out: " + kernel.word() + " of class " + size + " does not run on "
                            + ranks + " ranks");
                    } else {
                        run(campaign, kernel, size, ranks);
                    }
                }
            }
        }
    }

    private void run(Campaign campaign, KernelKind kernel, ProblemClass size, int ranks)
            throws IOException, InterruptedException {
        String bench = name() + "." + kernel.word() + "." + size;
        List<String> ways = Stream.concat(KernelWay.of(kernel).stream().map(KernelWay::word),
            Stream.of(PgasNasProgram.MESSAGES)).toList();
        List<NasFigures> figures = NasExperiment.runJob(PgasNasProgram.class, campaign, kernel, size, ranks, bench,
            ways.toArray(String[]::new));
        Series series = new Series(bench, campaign.plan().network().word(), ranks, 0, Metric.SECONDS, null);
        for (int way = 0; way < ways.size(); way++) {
            int first = way;
            List<NasFigures> own = IntStream.range(0, figures.size() / ways.size())
                .mapToObj(round -> figures.get(round * ways.size() + first)).toList();
            Series mine = way == 0 ? series : series.by(ways.get(way));
            // The first round of each way is for the compiler.
            campaign.add(mine, own.stream().skip(1).mapToDouble(NasFigures::seconds).toArray());
            campaign.add(mine.as(Metric.FRACTION).of(bench + NasTable.VERIFIED),
                own.stream().allMatch(NasFigures::verified) ? 1 : 0);
        }
    }

    /** The conclusions are the table. */
    @Override
    public List<String> table(List<BenchRecord> records) {
        return List.of();
    }

    @Override
    public List<String> conclusions(List<BenchRecord> records) {
        return PgasNasTable.of(records);
    }

    @Override
    public boolean isRight(List<BenchRecord> records) {
        return NasTable.isVerified(records);
    }
}
