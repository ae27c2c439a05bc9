package org.hawser.bench.experiment;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.report.VectorBars;

/**
 * Columns of a matrix by every way to carry what is not contiguous: the automatic choice, which is ours, and pack,
 * Multi-W and SGRS, in turns in one job; and in jobs of their own the automatic choice with no layout cache.
 *
 * <p><b>Threads:</b> as every {@link Experiment}.
 */
final class VectorsExperiment implements Composite {
    static final String NAME = "vector";
    /** The peer whose figures are those of as many bytes in one piece. */
    static final String CONTIGUOUS = "contiguous";

    /** The setting of the layout cache. */
    static final String CACHE = "hawser.mpi.layout-cache";

    private static final String CACHE_VARIABLE = "HAWSER_MPI_LAYOUT_CACHE";

    private final List<RankExperiment> parts = Stream.of(BufferKind.RUNTIME, BufferKind.ARRAY)
        .<RankExperiment>map(VectorExperiment::new).toList();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "MPI: columns of a matrix by pack, Multi-W, SGRS and the automatic choice; alltoall of them";
    }

    @Override
    public List<RankExperiment> parts() {
        return parts;
    }

    @Override
    public List<Contestant> contestants(Plan plan) {
        return parts.stream().filter(part -> plan.choice().has(part.memory())).flatMap(part -> ways(part).stream())
            .toList();
    }

    /** An experiment by all ways, and without the cache. */
    static List<Contestant> ways(RankExperiment part) {
        return List.of(Contestant.of(part), new Contestant(part, VectorBars.NO_CACHE, Map.of(CACHE_VARIABLE, "off")));
    }

    @Override
    public List<String> conclusions(List<BenchRecord> records) {
        return VectorBars.conclusions(records);
    }
}
