package org.hawser.mpi.comm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.topology.DistributedGraph;
import org.hawser.mpi.topology.Graph;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs whose ranks may change: even places are tied to even ones, odd to odd, and nodes have neighbouring ranks. */
class GraphMakingTest {
    private static final int RANKS = 8;

    /** The next place of the same kind. */
    private static int next(int place) {
        return (place + 2) % RANKS;
    }

    private static int previous(int place) {
        return (place + RANKS - 2) % RANKS;
    }

    private static DistributedGraph part(int place) {
        return new DistributedGraph(new int[] {previous(place)}, new int[] {10 + previous(place)},
            new int[] {next(place)}, new int[] {10 + place}, true);
    }

    private static void run(CommJob.Program program) {
        CommJob.run(Medium.twoNodes(), RANKS, program);
    }

    /** All even places are on one node, all odd ones on the other, and each process knows the edges of its place. */
    private static void assertPlaced(Communicator world, Communicator graph) {
        int[] nodes = Nodes.of(world);
        int[] processes = graph.local().ranks();
        assertArrayEquals(IntStream.range(0, RANKS).toArray(), Arrays.stream(processes).sorted().toArray());
        assertEquals(world.rank(), processes[graph.rank()]);
        assertTrue(IntStream.range(0, RANKS).allMatch(i -> nodes[processes[i]] == nodes[processes[i % 2]]),
            Arrays.toString(processes));
        DistributedGraph mine = (DistributedGraph) graph.topology();
        DistributedGraph expected = part(graph.rank());
        assertArrayEquals(expected.sources(), mine.sources());
        assertArrayEquals(expected.sourceWeights(), mine.sourceWeights());
        assertArrayEquals(expected.destinations(), mine.destinations());
        assertArrayEquals(expected.destinationWeights(), mine.destinationWeights());
        assertTrue(mine.weighted());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tiedPlacesShareANodeWhereRanksMayChange(boolean adjacent) {
        run(world -> {
            int me = world.rank();
            assertPlaced(world, adjacent ? GraphMaking.adjacent(world, () -> part(me), true)
                : GraphMaking.general(world, () -> Edges.of(new int[] {me}, new int[] {1}, new int[] {next(me)},
                    new int[] {10 + me}), true));
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ranksStayWhereTheyMust(boolean adjacent) {
        run(world -> {
            int me = world.rank();
            Communicator graph = adjacent ? GraphMaking.adjacent(world, () -> part(me), false)
                : GraphMaking.general(world, () -> Edges.of(new int[] {me}, new int[] {1}, new int[] {next(me)},
                    null), false);
            assertEquals(me, graph.rank());
            assertArrayEquals(new int[] {next(me)}, ((DistributedGraph) graph.topology()).destinations());
        });
    }

    /** Of eight processes six get a place, the first three of them on the first node. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGraphThatAllKnowIsPlacedAsMapSays(boolean reorder) {
        Graph graph = Graph.of(new int[] {1, 2, 3, 4, 5, 6}, new int[] {2, 3, 4, 5, 0, 1});
        run(world -> {
            Communicator placed = LayingOut.graph(world, () -> graph, reorder);
            assertEquals(world.rank() >= graph.size(), placed == null);
            int place = LayingOut.placeInGraph(world, () -> graph);
            if (placed != null) {
                assertEquals(reorder ? place : world.rank(), placed.rank());
                assertNotNull(placed.topology());
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneThatWouldNotLetRanksChangeIsAnErrorAtAll(boolean adjacent) {
        run(world -> {
            boolean reorder = world.rank() != 3;
            Edges none = Edges.of(new int[0], new int[0], new int[0], null);
            assertEquals(ErrorClass.TOPOLOGY, assertThrows(MpiFailure.class, () -> {
                if (adjacent) {
                    GraphMaking.adjacent(world, () -> part(world.rank()), reorder);
                } else {
                    GraphMaking.general(world, () -> none, reorder);
                }
            }).errorClass());
        });
    }
}
