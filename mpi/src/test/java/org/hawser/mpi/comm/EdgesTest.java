package org.hawser.mpi.comm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.topology.DistributedGraph;
import org.junit.jupiter.api.Test;

class EdgesTest {
    private static final int SIZE = 5;

    @Property
    void everyEdgeArrivesAtBothItsEnds(
            @ForAll @Size(max = 20) List<@IntRange(min = 0, max = SIZE * SIZE - 1) Integer> all,
            @ForAll @IntRange(min = 1, max = SIZE) int givers) {
        int[][] given = new int[givers][];
        List<List<Integer>> in = new ArrayList<>();
        List<List<Integer>> out = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            in.add(new ArrayList<>());
            out.add(new ArrayList<>());
        }
        for (int giver = 0; giver < givers; giver++) {
            int[] from = new int[all.size()];
            int[] to = new int[all.size()];
            for (int i = 0; i < from.length; i++) {
                from[i] = all.get(i) / SIZE;
                to[i] = (all.get(i) + giver) % SIZE;
                out.get(from[i]).add(to[i]);
                in.get(to[i]).add(from[i]);
            }
            given[giver] = new Edges(from, to, to, true).packed();
        }
        int[][] parts = Edges.deal(given, SIZE);
        for (int i = 0; i < SIZE; i++) {
            DistributedGraph graph = Edges.unpack(parts[i], true);
            assertArrayEquals(in.get(i).stream().mapToInt(rank -> rank).toArray(), graph.sources());
            assertArrayEquals(out.get(i).stream().mapToInt(rank -> rank).toArray(), graph.destinations());
            assertArrayEquals(graph.destinations(), graph.destinationWeights());
        }
    }

    @Test
    void degreesSayWhoseADestinationIs() {
        Edges edges = Edges.of(new int[] {3, 1, 2}, new int[] {2, 0, 1}, new int[] {7, 8, 9, 99}, null);
        assertArrayEquals(new int[] {3, 3, 2}, edges.from());
        assertArrayEquals(new int[] {7, 8, 9}, edges.to());
        assertArrayEquals(new int[] {1, 1, 1}, edges.weights());
        assertFalse(edges.weighted());
        int[] one = {0};
        for (int[][] wrong : new int[][][] {{one, {}, one}, {one, {-1}, one}, {one, {2}, one}, {null, one, one}}) {
            assertEquals(ErrorClass.ARG, assertThrows(MpiFailure.class,
                () -> Edges.of(wrong[0], wrong[1], wrong[2], null)).errorClass());
        }
    }
}
