package org.hawser.bench.experiment;

import java.util.List;
import java.util.stream.Stream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.report.CollectiveRatios;

/**
 * Collectives of few and of many ranks in three kinds of memory, each kind in jobs of its own, beside the same loops of
 * libraries in C.
 *
 * <p><b>Threads:</b> as every {@link Experiment}.
 */
final class CollectivesExperiment implements Composite {
    static final String NAME = "collectives";

    private final List<RankExperiment> parts = Stream.of(BufferKind.RUNTIME, BufferKind.DIRECT, BufferKind.ARRAY)
        .<RankExperiment>map(CollectiveExperiment::new).toList();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "MPI: barrier, bcast, reduce, allreduce, allgather and alltoall of 2 to 16 ranks";
    }

    @Override
    public List<RankExperiment> parts() {
        return parts;
    }

    @Override
    public List<String> conclusions(List<BenchRecord> records) {
        return CollectiveRatios.of(records).lines();
    }
}
