package org.hawser.bench.experiment;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Timing;
import org.hawser.bench.pcj.PcjProgram;
import org.hawser.bench.peer.Pcj;
import org.hawser.bench.report.PcjRatios;
import org.hawser.pgas.Collectives;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.Sync;

/**
 * Put, get, reduce and all to all beside the same by PCJ, in jobs that take turns. Our reduction gives its result to
 * all threads, PCJ's to the one that asks. PCJ talks through connections always; ours does with {@code --fabric tcp}.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class PgasPcjExperiment extends PgasExperiment {
    private static final List<Long> SIZES = List.of(8L, 1L << 10, 64L << 10, 1L << 20);
    private static final String PUT = "put";
    private static final String GET = "get";
    private static final String REDUCE = "reduce";
    private static final String ALL_TO_ALL = "alltoall";

    @Override
    public String name() {
        return Pcj.PROGRAM;
    }

    @Override
    public String summary() {
        return "PGAS: put, get, reduce and all to all beside PCJ 5.3.0";
    }

    @Override
    List<String> words() {
        return PcjProgram.PARTS;
    }

    @Override
    List<Integer> ranks() {
        return List.of(2, 4);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    String program() {
        return name();
    }

    @Override
    void addPeers(Campaign campaign) {
        Pcj.find().ifPresentOrElse(campaign::compareWith, () -> campaign.leaveOut("not compared with pcj: its jar,"
            + " pl.edu.icm.pcj:pcj:5.3.0 of Maven Central, is not beside that of the benchmarks"));
    }

    @Override
    List<Measurement> prepare(Lab lab, Pgas pgas) {
        List<Long> sizes = lab.task().sizesOr(SIZES);
        long most = most(sizes, Long.BYTES);
        GlobalPointer there = memory(pgas, most)[TARGET];
        MemorySegment here = Arena.global().allocate(most, 64);
        Collectives together = pgas.collectives();
        GlobalPointer source = pgas.allAlloc(pgas.threads(), most * pgas.threads());
        GlobalPointer target = pgas.allAlloc(pgas.threads(), most * pgas.threads());
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            add(all, lab, PUT, size, atOrigin(lab, count -> {
                for (int i = 0; i < count; i++) {
                    pgas.memput(there, here, 0, size);
                }
            }));
            add(all, lab, GET, size, atOrigin(lab, count -> {
                for (int i = 0; i < count; i++) {
                    pgas.memget(here, 0, there, size);
                }
            }));
            add(all, lab, ALL_TO_ALL, size, timed(count -> {
                for (int i = 0; i < count; i++) {
                    together.exchange(target, source, size, Sync.ALL, Sync.ALL);
                }
            }));
        }
        add(all, lab, REDUCE, Double.BYTES, timed(count -> reductions(together, pgas.threads(), count)));
        return all;
    }

    @Override
    public List<String> conclusions(List<BenchRecord> records) {
        return PcjRatios.of(records);
    }

    private void add(List<Measurement> all, Lab lab, String word, long size, Operation operation) {
        if (lab.task().has(word)) {
            all.add(Timing.of(operation, series(lab, word, size, Metric.LATENCY)));
        }
    }

    private static void reductions(Collectives together, int threads, int count) {
        for (int i = 0; i < count; i++) {
            double sum = together.allReduce(1.0, Reduction.SUM);
            if (sum != threads) {
                throw new IllegalStateException("wrong sum: sum=" + sum + " threads=" + threads);
            }
        }
    }
}
