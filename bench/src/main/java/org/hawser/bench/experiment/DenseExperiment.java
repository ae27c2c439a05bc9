package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.dense.DenseFigures;
import org.hawser.bench.dense.DenseProgram;
import org.hawser.bench.lab.Series;
import org.hawser.bench.report.NasTable;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;

/**
 * A program on dense matrices over windows, with its variants in turns in one job; every answer is verified. Sizes are
 * the orders of the matrices.
 *
 * <p><b>Threads:</b> immutable; the command's main thread.
 */
final class DenseExperiment implements Experiment {
    private static final int ROUNDS = 3;
    private static final int BLOCK = 128;
    /** So many consecutive ranks are a node in the eyes of locks; 0: as it is. */
    private static final String NODE = "HAWSER_MPI_RMA_NODE";

    private final String program;
    private final String summary;
    private final List<Long> orders;
    private final List<String> variants;
    /** What the name says behind the program. */
    private final String about;
    /** How many nodes the machine is taken for; empty: that is no question. */
    private final List<Integer> nodes;

    private DenseExperiment(String program, String summary, List<Long> orders, List<String> variants, String about,
                            List<Integer> nodes) {
        this.program = program;
        this.summary = summary;
        this.orders = orders;
        this.variants = variants;
        this.about = about;
        this.nodes = nodes;
    }

    static DenseExperiment lu() {
        return new DenseExperiment("lu", "LU factorisation by lock, get, unlock: direct against two-sided; "
            + "--sizes are orders", List.of(2048L, 3000L), List.of("direct", "two-sided", "agent"), "", List.of());
    }

    static DenseExperiment luLocks() {
        return new DenseExperiment("lu", "LU factorisation by the policies of locks, on one node and on two; "
            + "--sizes are orders", List.of(2048L), List.of("history", "cpu", "network", "migrate", "two-sided"),
            "-locks", List.of(1, 2));
    }

    static DenseExperiment summa() {
        return new DenseExperiment("summa", "matrix product by overlapped gets of bands: vector type, line by line, "
            + "two-sided; --sizes are orders", List.of(512L, 1024L, 2048L),
            List.of("direct", "lines", "two-sided", "agent"), "", List.of());
    }

    @Override
    public String name() {
        return "rma-" + program + about;
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        for (int ranks : campaign.plan().ranksOr(nodes.isEmpty() ? List.of(2, 4) : List.of(4))) {
            for (long order : campaign.plan().sizesOr(orders)) {
                if (program.equals("summa") && order % ranks != 0) {
                    campaign.leaveOut("left out: " + ranks + " ranks do not divide matrices of order " + order);
                } else if (nodes.isEmpty()) {
                    run(campaign, name(), ranks, ranks, order);
                } else {
                    for (int count : nodes) {
                        if (ranks % count != 0) {
                            campaign.leaveOut("left out: " + count + " nodes do not divide " + ranks + " ranks");
                            continue;
                        }
                        run(campaign, name() + "." + count + "x" + ranks / count, ranks, ranks / count, order);
                    }
                }
            }
        }
    }

    /** Runs all variants where so many consecutive ranks are taken for a node. */
    private void run(Campaign campaign, String bench, int ranks, int together, long order)
            throws IOException, InterruptedException {
        int rounds = campaign.plan().roundsOr(ROUNDS);
        String what = bench + ", order " + order + ", " + ranks + " ranks";
        campaign.progress(what);
        List<DenseFigures> figures = new ArrayList<>();
        String[] arguments = Stream.concat(Stream.of(program, Long.toString(order), Integer.toString(BLOCK),
            Integer.toString(rounds)), variants.stream()).toArray(String[]::new);
        JobSpec.Builder job = campaign.plan().place(JobSpec.of(ranks, DenseProgram.class.getName()), ranks);
        if (!nodes.isEmpty()) {
            job.environment(NODE, Integer.toString(together == ranks ? 0 : together));
        }
        JobSpec spec = job.args(arguments)
            .classPath(List.of(MeasuringJob.ownClasses())).threads(campaign.plan().threads())
            .output((rank, error, line) -> DenseFigures.parse(line).ifPresentOrElse(one -> {
                figures.add(one);
                campaign.progress(what + ": " + figures.size() + " of " + rounds * variants.size());
            }, () -> System.err.println(line))).build();
        MeasuringJob.await(LocalJob.start(spec), what);
        if (figures.size() != rounds * variants.size()) {
            throw new IOException("figures are missing: job=" + what + " expected=" + rounds * variants.size()
                + " got=" + figures.size());
        }
        Series series = new Series(bench, campaign.plan().network().word(), ranks, order, Metric.SECONDS, null);
        for (String variant : variants) {
            List<DenseFigures> own = figures.stream().filter(one -> one.variant().equals(variant)).toList();
            Series its = variant.equals(variants.getFirst()) ? series : series.by(variant);
            campaign.add(its, values(own, DenseFigures::seconds));
            for (int i = 0; i < own.getFirst().parts().size(); i++) {
                int part = i;
                campaign.add(its.of(bench + "." + DenseFigures.PARTS.get(i)),
                    values(own, one -> one.parts().get(part)));
            }
        }
        campaign.add(series.as(Metric.FRACTION).of(bench + NasTable.VERIFIED),
            figures.stream().allMatch(DenseFigures::verified) ? 1 : 0);
    }

    private static double[] values(List<DenseFigures> figures, ToDoubleFunction<DenseFigures> value) {
        return figures.stream().mapToDouble(value).toArray();
    }

    @Override
    public List<String> conclusions(List<BenchRecord> records) {
        List<String> lines = new ArrayList<>();
        for (BenchRecord ours : records) {
            if (!ours.isOurs() || !isWhole(ours.bench()) || ours.metric() != Metric.SECONDS) {
                continue;
            }
            records.stream().filter(other -> !other.isOurs() && other.isComparable(ours)).forEach(other ->
                lines.add(String.format(Locale.ROOT, "%s of order %d on %d ranks: %s takes %.1f %% less time than %s",
                    nodes.isEmpty() ? program : ours.bench(), ours.size(), ours.ranks(), variants.getFirst(),
                    100 * (1 - ours.p50() / other.p50()), other.peer())));
        }
        return lines;
    }

    /** True when a bench is a program, and not a part of one. */
    private boolean isWhole(String bench) {
        return bench.equals(name()) || bench.matches(Pattern.quote(name()) + "\\.\\d+x\\d+");
    }

    @Override
    public boolean isRight(List<BenchRecord> records) {
        return NasTable.isVerified(records);
    }
}
