package org.hawser.bench.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Comm;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Timing;
import org.hawser.bench.report.CollectiveRatios;

/**
 * Collectives in one kind of memory: the time of one call in a row of calls, which ends with a barrier.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class CollectiveExperiment extends MpiExperiment {
    private static final List<Long> SIZES = List.of(8L, 64L, 1L << 10, 8L << 10, 64L << 10, 256L << 10, 1L << 20);
    private static final int ROUNDS = 6;
    private static final int FEW_RANKS = 4;
    private static final int WARM_UP_MILLIS = 60;
    private static final int SHARED_MILLIS = 20;

    private final BufferKind kind;

    CollectiveExperiment(BufferKind kind) {
        this.kind = kind;
    }

    @Override
    public String name() {
        return CollectivesExperiment.NAME + "." + kind.word();
    }

    @Override
    public String summary() {
        return "MPI: collectives in one kind of memory";
    }

    @Override
    BufferKind memory() {
        return kind;
    }

    @Override
    List<Integer> ranks() {
        return List.of(2, 4, 8, 16);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    int rounds() {
        return ROUNDS;
    }

    /** Many JVMs take long to start and to compile. */
    @Override
    int turns(int ranks) {
        return ranks <= FEW_RANKS ? 3 : 2;
    }

    @Override
    int warmUpMillis() {
        return WARM_UP_MILLIS;
    }

    @Override
    int sharedMillis() {
        return SHARED_MILLIS;
    }

    @Override
    List<String> cases(Plan plan, int ranks) {
        return plan.choice().collectives().isEmpty() ? Collective.COMMON.stream().map(Collective::word).toList()
            : plan.choice().collectives();
    }

    @Override
    String program() {
        return CollectivesExperiment.NAME;
    }

    @Override
    String benchOf(String programBench) {
        return programBench + "." + kind.word();
    }

    /** Sizes outside, collectives inside, as in the peers' program: where time runs out the long ones are missing. */
    @Override
    List<Measurement> prepare(Lab lab, Comm world) {
        List<Collective> chosen = Arrays.stream(Collective.values()).filter(one -> lab.task().has(one.word())).toList();
        List<Long> sizes = lab.task().sizesOr(SIZES);
        CollectiveMemory memory = CollectiveMemory.of(kind, chosen, lab.rank().size(),
            sizes.stream().mapToInt(Long::intValue).max().orElseThrow());
        List<Measurement> measurements = new ArrayList<>();
        chosen.stream().filter(one -> !one.hasSizes())
            .forEach(one -> measurements.add(timing(lab, world, one, memory, 0)));
        for (long size : sizes) {
            chosen.stream().filter(Collective::hasSizes)
                .forEach(one -> measurements.add(timing(lab, world, one, memory, (int) size)));
        }
        return measurements;
    }

    @Override
    public List<String> conclusions(List<BenchRecord> records) {
        return CollectiveRatios.of(records).lines();
    }

    private Measurement timing(Lab lab, Comm world, Collective collective, CollectiveMemory memory, int size) {
        Steps calls = count -> {
            collective.run(world, memory, size, count);
            world.barrier();
        };
        String bench = benchOf(CollectivesExperiment.NAME + "." + collective.word());
        return Timing.of(timed(calls), lab.series(bench, size, Metric.LATENCY));
    }
}
