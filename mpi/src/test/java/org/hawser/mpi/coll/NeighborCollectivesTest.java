package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.topology.DistributedGraph;
import org.hawser.mpi.topology.Grid;
import org.hawser.mpi.topology.Neighbors;
import org.junit.jupiter.api.Test;

/** Collectives among neighbours, on grids with and without edges and on graphs, also where a neighbour is met twice. */
class NeighborCollectivesTest {
    private static final int UNTOUCHED = -7;

    /** The content of a message: from, by which of its edges, to. */
    private static int message(int from, int edge, int i) {
        return from * 1000 + edge * 10 + i % 10;
    }

    @Test
    void gridsExchangeAlongEachDimension() {
        int[][] shapes = {{1}, {2}, {3}, {2, 2}, {3, 2}, {1, 4}, {2, 1, 3}};
        for (int[] dims : shapes) {
            for (int periodic = 0; periodic < 1 << dims.length; periodic++) {
                boolean[] periods = new boolean[dims.length];
                for (int i = 0; i < dims.length; i++) {
                    periods[i] = (periodic >> i & 1) != 0;
                }
                Grid grid = Grid.of(dims, periods);
                CollectiveJob.run(grid.size(), rank -> grid, communicator -> {
                    for (int count : new int[] {0, 1, 3000}) {
                        onGrid(communicator, dims.length, count, false);
                        onGrid(communicator, dims.length, count, true);
                    }
                });
            }
        }
    }

    /** What comes from below was sent up by the process below, and the other way round. */
    private static void onGrid(Communicator communicator, int dimensions, int count, boolean later) {
        Neighbors neighbors = communicator.neighbors();
        int me = communicator.rank();
        int edges = 2 * dimensions;
        assertEquals(edges, neighbors.sources().length);
        int[] out = new int[edges * count];
        for (int i = 0; i < out.length; i++) {
            out[i] = message(me, i / Math.max(1, count), i);
        }
        int[] in = new int[edges * count];
        Arrays.fill(in, UNTOUCHED);
        exchange(communicator, later, out, in, 4L * count);
        for (int i = 0; i < in.length; i++) {
            int edge = i / count;
            int from = neighbors.sources()[edge];
            int opposite = edge ^ 1;
            assertEquals(from == Neighbors.NOBODY ? UNTOUCHED : message(from, opposite, opposite * count + i % count),
                in[i], "rank " + me + " edge " + edge);
        }
        Arrays.fill(in, UNTOUCHED);
        int[] same = new int[count];
        Arrays.fill(same, me);
        Collectives collectives = Collectives.of(communicator);
        CollectiveJob.carryOut(collectives, later, steps -> new NeighborCollectives(communicator).allGather(steps,
            same, 0, 4L * count, new Blocks().equal(in, 0, 4L * count)));
        for (int i = 0; i < in.length; i++) {
            int from = neighbors.sources()[i / count];
            assertEquals(from == Neighbors.NOBODY ? UNTOUCHED : from, in[i]);
        }
    }

    private static void exchange(Communicator communicator, boolean later, int[] out, int[] in, long bytes) {
        Collectives collectives = Collectives.of(communicator);
        CollectiveJob.carryOut(collectives, later, steps -> new NeighborCollectives(communicator).allToAll(steps,
            new Blocks().equal(out, 0, bytes), new Blocks().equal(in, 0, bytes)));
    }

    /** Edges between two processes are matched in their order at both. */
    @Test
    void graphsExchangeAlongEachEdge() {
        for (int round = 0; round < 12; round++) {
            Random random = new Random(round);
            int size = 1 + random.nextInt(6);
            List<int[]> edges = new ArrayList<>();
            for (int i = random.nextInt(4 * size); i > 0; i--) {
                edges.add(new int[] {random.nextInt(size), random.nextInt(size)});
            }
            CollectiveJob.run(size, rank -> new DistributedGraph(ends(edges, 1, rank, 0), null,
                ends(edges, 0, rank, 1), null, false), communicator -> {
                    onGraph(communicator, edges, false);
                    onGraph(communicator, edges, true);
                });
        }
    }

    private static int[] ends(List<int[]> edges, int side, int rank, int other) {
        return edges.stream().filter(each -> each[side] == rank).mapToInt(each -> each[other]).toArray();
    }

    private static void onGraph(Communicator communicator, List<int[]> edges, boolean later) {
        int me = communicator.rank();
        int[] out = new int[communicator.neighbors().destinations().length];
        int[] in = new int[communicator.neighbors().sources().length];
        int sent = 0;
        for (int i = 0; i < edges.size(); i++) {
            if (edges.get(i)[0] == me) {
                out[sent++] = i;
            }
        }
        exchange(communicator, later, out, in, 4);
        int received = 0;
        for (int i = 0; i < edges.size(); i++) {
            if (edges.get(i)[1] == me) {
                assertEquals(i, in[received++], "edge " + i + " to " + me);
            }
        }
    }

    @Test
    void withoutTopologyThereAreNoNeighbours() {
        CollectiveJob.run(1, rank -> null, communicator -> {
            MpiFailure e = assertThrows(MpiFailure.class, () -> new NeighborCollectives(communicator));
            assertEquals(ErrorClass.TOPOLOGY, e.errorClass());
        });
    }
}
