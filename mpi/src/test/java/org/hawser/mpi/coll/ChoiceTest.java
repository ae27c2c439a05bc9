package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hawser.mpi.coll.algorithm.Algorithm;
import org.hawser.mpi.coll.algorithm.Algorithms;
import org.hawser.mpi.coll.algorithm.AllReduce;
import org.hawser.mpi.coll.algorithm.Bcast;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which algorithm is taken: the setting's, then the table's first line that fits. */
class ChoiceTest {
    private static final String LINES = """
        # a comment
        bcast     2   *     binomial
        bcast     *   4K    chain      # and another
        bcast     *   *     scatter-allgather
        allreduce *   *     ring
        """;

    private static Table table() {
        return new Table(Table.parse("test", LINES));
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
    void aSettingComesBeforeTheTable() {
        System.setProperty("hawser.mpi.coll.bcast", "chain");
        try {
            assertEquals("chain", name(2, 1 << 20));
        } finally {
            System.clearProperty("hawser.mpi.coll.bcast");
        }
    }

    @Test
    void namesThatNoAlgorithmHasAreRefused() {
        Table wrong = new Table(Table.parse("test", "bcast * * pigeon"));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
            () -> new Choice<>("bcast", Algorithms.BCAST, wrong, 4));
        assertTrue(e.getMessage().startsWith("no such algorithm: collective=bcast name=pigeon"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> Table.parse("test", "bcast * *"));
        assertThrows(IllegalArgumentException.class, () -> Table.parse("test", "bcast few * chain"));
    }

    @Test
    void theProgramsTableComesBeforeTheBuiltInOne(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("own.algorithms");
        Files.writeString(file, "bcast * * chain\n");
        System.setProperty("hawser.mpi.coll.table", file.toString());
        try {
            List<Table.Row> rows = Table.of("shm").rows();
            assertEquals(new Table.Row("bcast", Integer.MAX_VALUE, Long.MAX_VALUE, "chain"), rows.getFirst());
            assertTrue(rows.size() > 10);
        } finally {
            System.clearProperty("hawser.mpi.coll.table");
        }
    }

    @Test
    void everyCollectiveHasOneThatCanDealWithEverything() {
        for (List<? extends Algorithm> all : List.of(Algorithms.BARRIER, Algorithms.BCAST, Algorithms.GATHER,
                Algorithms.SCATTER, Algorithms.ALLGATHER, Algorithms.ALLTOALL, Algorithms.REDUCE, Algorithms.ALLREDUCE,
                Algorithms.REDUCE_SCATTER, Algorithms.SCAN, Algorithms.EXSCAN)) {
            assertEquals(0, all.getFirst().cannot(), all.getFirst().name());
            assertEquals(all.size(), all.stream().map(Algorithm::name).distinct().count());
        }
    }

    @Test
    void theBuiltInTablesNameAlgorithmsThatThereAre() {
        for (String provider : new String[] {"shm", "no such provider"}) {
            Table table = Table.of(provider);
            Choice<Bcast> choice = new Choice<>("bcast", Algorithms.BCAST, table, 4);
            assertTrue(choice.of(8, Algorithm.SCHEDULED).name().length() > 0);
            assertTrue(table.rows().stream().map(Table.Row::collective).distinct().count() == 11);
        }
    }
}
