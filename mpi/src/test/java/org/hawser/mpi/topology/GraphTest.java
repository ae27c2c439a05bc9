package org.hawser.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.junit.jupiter.api.Test;

class GraphTest {
    @Test
    void edgesAreTheirNodes() {
        Graph graph = Graph.of(new int[] {2, 3, 3, 5}, new int[] {1, 3, 0, 0, 3, 99});
        assertArrayEquals(new int[] {1, 3}, graph.of(0));
        assertArrayEquals(new int[] {0}, graph.of(1));
        assertArrayEquals(new int[0], graph.of(2));
        assertArrayEquals(new int[] {0, 3}, graph.neighbors(3).sources());
        assertEquals(5, graph.edges().length);
        assertEquals(ErrorClass.RANK, assertThrows(MpiFailure.class, () -> graph.of(4)).errorClass());
    }

    @Test
    void impossibleGraphsAreRefused() {
        int[][][] graphs = {{{2, 1}, {0, 0}}, {{1}, {1}}, {{1}, {-1}}, {{3}, {0}}, {{-1}, {}}};
        for (int[][] graph : graphs) {
            assertEquals(ErrorClass.TOPOLOGY, assertThrows(MpiFailure.class,
                () -> Graph.of(graph[0], graph[1])).errorClass());
        }
        assertEquals(ErrorClass.ARG, assertThrows(MpiFailure.class, () -> Graph.of(null, new int[0])).errorClass());
    }
}
