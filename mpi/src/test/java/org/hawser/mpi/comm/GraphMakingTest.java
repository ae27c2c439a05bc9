package org.hawser.mpi.comm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.topology.DistributedGraph;
import org.junit.jupiter.api.Test;

/** Graphs of which each process names the edges at both its sides. */
class GraphMakingTest {
    private static Communicator adjacent(Communicator world, int[][] sources, int[][] destinations) {
        int[] from = sources[world.rank()];
        int[] to = destinations[world.rank()];
        return GraphMaking.adjacent(world,
            () -> new DistributedGraph(from, Edges.ones(from.length), to, Edges.ones(to.length), false));
    }

    @Test
    void anEdgeThatIsNamedAtOneEndAloneIsAnErrorAtAll() {
        CommJob.run(CommJob.THREADS, 3, world -> {
            int[][] none = {{}, {}, {}};
            int[][][][] wrong = {
                {none, {{1}, {}, {}}},
                {{{}, {}, {1}}, none},
                {{{}, {0}, {}}, {{2}, {}, {}}},
                {{{}, {0}, {}}, {{1, 1}, {}, {}}},
                {{{1}, {0}, {}}, none},
                {{{0}, {}, {}}, none}};
            for (int[][][] graph : wrong) {
                MpiFailure failure = assertThrows(MpiFailure.class, () -> adjacent(world, graph[0], graph[1]));
                assertEquals(ErrorClass.TOPOLOGY, failure.errorClass(), failure::getMessage);
            }
            int[][] sources = {{0, 2, 2}, {0}, {}};
            int[][] destinations = {{1, 0}, {}, {0, 0}};
            Communicator made = adjacent(world, sources, destinations);
            assertArrayEquals(sources[world.rank()], made.neighbors().sources());
        });
    }
}
