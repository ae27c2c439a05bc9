package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hawser.mpi.coll.algorithm.Algorithm;
import org.hawser.mpi.coll.algorithm.Algorithms;
import org.hawser.mpi.coll.algorithm.AllReduce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which algorithm is taken: the one of the table's first line that fits. */
class ChoiceTest {
    private static final String LINES = """
        # a comment
        bcast     2   *     binomial
        bcast     *   4K    chain      # and another
        bcast     *   *     scatter-allgather
        allreduce *   *     ring
        """;

    private static Table table() {
        return Table.parse("test", LINES).of(Medium.SHM);
    }

    private static String name(int ranks, long bytes) {
        return new Choice<>("bcast", Algorithms.BCAST, table(), ranks).of(bytes, 0).name();
    }

    @Test
    void theFirstLineThatFitsIsTaken() {
        assertEquals("binomial", name(2, 1 << 20));
        assertEquals("chain", name(3, 4096));
        assertEquals("scatter-allgather", name(3, 4097));
    }

    @Test
    void whatAnAlgorithmCannotDoIsDoneByAnother() {
        Choice<AllReduce> choice = new Choice<>("allreduce", Algorithms.ALLREDUCE, table(), 4);
        assertEquals("ring", choice.of(100, 0).name());
        assertEquals("recursive-doubling", choice.of(100, Algorithm.ORDERED).name());
        assertEquals("recursive-doubling", choice.of(100, Algorithm.FEW).name());
    }

    @Test
    void everyCollectiveHasOneThatCanDealWithEverything() {
        assertEquals(11, Algorithms.BY_COLLECTIVE.size());
        for (List<? extends Algorithm> all : Algorithms.BY_COLLECTIVE.values()) {
            assertEquals(0, all.getFirst().cannot(), all.getFirst().name());
            assertEquals(all.size(), all.stream().map(Algorithm::name).distinct().count());
        }
    }

    @ParameterizedTest
    @EnumSource(Medium.class)
    void theBuiltInTableHasLinesForEveryCollectiveOnEveryMedium(Medium medium) {
        Table table = Table.builtIn().of(medium);
        Algorithms.BY_COLLECTIVE.forEach((collective, all) -> {
            List<Table.Row> own = table.rows().stream().filter(row -> row.collective().equals(collective)).toList();
            assertTrue(!own.isEmpty(), collective);
            assertEquals(Long.MAX_VALUE, own.getLast().bytes(), collective);
            assertEquals(Integer.MAX_VALUE, own.getLast().ranks(), collective);
        });
    }
}
