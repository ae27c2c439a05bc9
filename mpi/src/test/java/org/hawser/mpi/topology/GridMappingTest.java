package org.hawser.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class GridMappingTest {
    private static int[] identity(int size) {
        return IntStream.range(0, size).toArray();
    }

    /** Steps between neighbours that lead from one node to another. */
    private static long crossings(Grid grid, int[] processes, int[] nodes) {
        return IntStream.range(0, grid.size()).mapToLong(place -> Arrays.stream(grid.neighbors(place).destinations())
            .filter(other -> other != Neighbors.NOBODY && nodes[processes[other]] != nodes[processes[place]])
            .count()).sum();
    }

    @Property
    void everyProcessHasOnePlaceAndNeighboursCrossNoMoreThanInOrder(@ForAll @IntRange(min = 1, max = 6) int rows,
            @ForAll @IntRange(min = 1, max = 6) int columns, @ForAll @IntRange(min = 1, max = 4) int perNode,
            @ForAll boolean dealt) {
        Grid grid = Grid.of(new int[] {rows, columns}, new boolean[2]);
        int nodes = Math.max(1, grid.size() / perNode);
        int[] nodeOf = IntStream.range(0, grid.size()).map(i -> dealt ? i % nodes : i / perNode).toArray();
        int[] processes = GridMapping.processes(grid, nodeOf);
        assertArrayEquals(identity(grid.size()), Arrays.stream(processes).sorted().toArray());
        assertTrue(crossings(grid, processes, nodeOf) <= crossings(grid, identity(grid.size()), nodeOf));
    }

    @Test
    void processesOfANodeLieInABlock() {
        Grid grid = Grid.of(new int[] {4, 4}, new boolean[2]);
        int[] nodes = IntStream.range(0, 16).map(i -> i / 4).toArray();
        assertArrayEquals(new int[] {0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15},
            GridMapping.processes(grid, nodes));
        assertArrayEquals(new int[] {2, 2}, GridMapping.block(grid, 4));
        assertArrayEquals(new int[] {2, 3}, GridMapping.block(Grid.of(new int[] {4, 6}, new boolean[2]), 6));
        assertArrayEquals(new int[] {2, 4}, GridMapping.block(Grid.of(new int[] {2, 8}, new boolean[2]), 8));
        assertNull(GridMapping.block(Grid.of(new int[] {3, 3}, new boolean[2]), 2));
    }

    @Test
    void withoutABetterWayTheOrderStays() {
        Grid grid = Grid.of(new int[] {3, 3}, new boolean[2]);
        assertArrayEquals(identity(9), GridMapping.processes(grid, new int[9]));
        assertArrayEquals(identity(9), GridMapping.processes(grid, new int[] {0, 0, 1, 1, 2, 2, 3, 3, 4}));
        assertEquals(1, GridMapping.processes(Grid.of(new int[0], new boolean[0]), new int[] {0, 1}).length);
    }
}
