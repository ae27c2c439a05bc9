package org.hawser.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class GraphMappingTest {
    private static int[] identity(int size) {
        return IntStream.range(0, size).toArray();
    }

    private static int[] ones(int count) {
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** The node at each place. */
    private static int[] placed(int[] processes, int[] nodes) {
        return Arrays.stream(processes).map(process -> nodes[process]).toArray();
    }

    /** A ring of {@code places} in which the next is {@code stride} further, which has no divisor of them. */
    private static Ties ring(int places, int stride) {
        int[] to = IntStream.range(0, places).map(i -> (i + stride) % places).toArray();
        return Ties.of(places, identity(places), to, ones(places));
    }

    @Property
    void everyProcessHasOnePlaceAndNoMoreIsCutThanInOrder(@ForAll @IntRange(min = 0, max = 24) int places,
            @ForAll @IntRange(min = 0, max = 80) int edges, @ForAll @IntRange(min = 1, max = 5) int nodes,
            @ForAll long seed) {
        Random random = new Random(seed);
        int count = places == 0 ? 0 : edges;
        int[] from = random.ints(count, 0, Math.max(1, places)).toArray();
        int[] to = random.ints(count, 0, Math.max(1, places)).toArray();
        int[] weights = random.ints(count, 0, 5).toArray();
        int[] nodeOf = random.ints(places + random.nextInt(3), 0, nodes).toArray();
        Ties ties = Ties.of(places, from, to, weights);
        int[] processes = GraphMapping.processes(ties, nodeOf);
        assertArrayEquals(identity(places), Arrays.stream(processes).sorted().toArray());
        long cut = IntStream.range(0, count)
            .filter(i -> nodeOf[processes[from[i]]] != nodeOf[processes[to[i]]]).mapToLong(i -> weights[i]).sum();
        assertEquals(cut, ties.cut(placed(processes, nodeOf)));
        assertTrue(cut <= ties.cut(nodeOf));
    }

    @Test
    void aRingIsCutOnceForEachNode() {
        for (int nodes : new int[] {2, 3, 4}) {
            int places = 8 * nodes;
            int[] nodeOf = IntStream.range(0, places).map(i -> i / 8).toArray();
            Ties ties = ring(places, 5 % places == 0 ? 7 : 5);
            assertEquals(nodes, ties.cut(placed(GraphMapping.processes(ties, nodeOf), nodeOf)));
        }
    }

    @Test
    void groupsThatAreTiedStayTogetherOnNodesOfAnySize() {
        // Places 0, 2, 4 and 1, 3; the first process is on the smaller node.
        Ties ties = Ties.of(5, new int[] {0, 2, 4, 1}, new int[] {2, 4, 0, 3}, ones(4));
        int[] nodes = {7, 7, 9, 9, 9};
        assertEquals(0, ties.cut(placed(GraphMapping.processes(ties, nodes), nodes)));
    }

    @Test
    void heavyEdgesAreCutLast() {
        // A square whose sides weigh 1 and 9 in turns.
        Ties ties = Ties.of(4, identity(4), new int[] {1, 2, 3, 0}, new int[] {1, 9, 1, 9});
        int[] nodes = {0, 0, 1, 1};
        int[] placed = placed(GraphMapping.processes(ties, nodes), nodes);
        assertEquals(2, ties.cut(placed));
        assertEquals(placed[1], placed[2]);
    }

    @Test
    void withoutABetterWayTheOrderStays() {
        assertArrayEquals(identity(6), GraphMapping.processes(ring(6, 1), new int[] {0, 0, 0, 1, 1, 1}));
        assertArrayEquals(identity(6), GraphMapping.processes(ring(6, 5), new int[6]));
        assertArrayEquals(identity(3), GraphMapping.processes(Ties.of(3, new int[] {1}, new int[] {1}, ones(1)),
            new int[] {0, 1, 0}));
    }
}
