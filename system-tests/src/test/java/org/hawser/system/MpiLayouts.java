package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.util.Arrays;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Comm;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;
import org.hawser.runtime.launch.JobDescription;

/** Grids and graphs of processes. */
final class MpiLayouts {
    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private final int me = WORLD.getRank();
    private final int size = WORLD.getSize();

    private MpiLayouts() throws MPIException {
    }

    static void run() throws MPIException {
        MpiLayouts layouts = new MpiLayouts();
        layouts.grid(false);
        layouts.grid(true);
        layouts.smallGrid();
        layouts.noDimensions();
        layouts.graph();
        layouts.adjacent();
        layouts.general();
    }

    private void grid(boolean reorder) throws MPIException {
        int[] dims = new int[2];
        CartComm.createDims(size, dims);
        check(dims[0] * dims[1] == size && dims[0] >= dims[1], "dims " + Arrays.toString(dims));
        CartComm grid = WORLD.createCart(dims, new boolean[] {true, false}, reorder);
        check(grid.getTopology() == MPI.CART, "topology " + grid.getTopology());
        CartParms parms = grid.getTopo();
        check(parms.getDimCount() == 2 && parms.getDim(1) == dims[1] && parms.getPeriod(0) && !parms.getPeriod(1),
            "parms");
        int[] at = grid.getCoords(grid.getRank());
        check(at[0] == parms.getCoord(0) && at[1] == parms.getCoord(1), "coords");
        check(grid.getRank(new int[] {at[0] - dims[0], at[1]}) == grid.getRank(), "a ring comes round");
        ShiftParms down = grid.shift(0, 1);
        int[] in = {-1};
        grid.sendRecv(new int[] {grid.getRank()}, 1, MPI.INT, down.getRankDest(), 1, in, 1, MPI.INT,
            down.getRankSource(), 1);
        check(in[0] == down.getRankSource(), "shifted " + in[0]);
        ShiftParms right = grid.shift(1, 1);
        check((right.getRankDest() == MPI.PROC_NULL) == (at[1] == dims[1] - 1), "the edge");
        CartComm row = grid.sub(new boolean[] {false, true});
        check(row.getSize() == dims[1] && row.getRank() == at[1], "row " + row.getRank());
        check(row.getTopo().getDimCount() == 1 && !row.getTopo().getPeriod(0), "a row's grid");
        CartComm alone = grid.sub(new boolean[] {false, false});
        check(alone.getSize() == 1 && alone.getTopo().getDimCount() == 0, "no dimensions");
        CartComm copy = grid.dup();
        check(copy.getTopology() == MPI.CART && copy.getTopo().getDim(0) == dims[0], "the copy's grid");
        int[] places = new int[grid.getSize()];
        grid.allGather(new int[] {grid.map(dims, new boolean[2])}, 1, MPI.INT, places, 1, MPI.INT);
        check(Arrays.stream(places).distinct().count() == places.length, "map: " + Arrays.toString(places));
        check(!JobDescription.current().nodes().isSingle() || places[grid.getRank()] == grid.getRank(),
            "map on one node");
        for (Comm each : new Comm[] {row, alone, copy, grid}) {
            each.free();
        }
    }

    private void smallGrid() throws MPIException {
        int places = Math.max(1, size - 1);
        CartComm grid = WORLD.createCart(new int[] {places}, new boolean[] {true}, false);
        check(grid.isNull() == (me >= places), "null at " + me);
        if (!grid.isNull()) {
            Rounds.pass(grid, places, 3);
            grid.free();
        }
    }

    private void noDimensions() throws MPIException {
        CartComm point = WORLD.createCart(new int[0], new boolean[0], true);
        check(point.isNull() == (me > 0), "null at " + me);
        if (me == 0) {
            check(point.getSize() == 1 && point.getCoords(0).length == 0 && point.getRank(new int[0]) == 0, "a point");
            point.free();
        }
    }

    /** A star: the middle knows all, all know the middle. */
    private void graph() throws MPIException {
        int[] index = new int[size];
        int[] edges = new int[2 * (size - 1)];
        for (int i = 0; i < size; i++) {
            index[i] = size - 1 + i;
            if (i > 0) {
                edges[i - 1] = i;
            }
        }
        GraphComm star = WORLD.createGraph(index, edges, true);
        check(star.getTopology() == MPI.GRAPH, "topology " + star.getTopology());
        GraphParms parms = star.getDims();
        check(parms.getIndexCount() == size && parms.getEdgeCount() == edges.length, "parms");
        check(star.getNeighbors(0).length == size - 1, "the middle's neighbours");
        check(me == 0 || Arrays.equals(star.getNeighbors(me), new int[] {0}), "a point's neighbours");
        check(star.map(index, edges) == me, "map");
        check(star.map(new int[] {0}, new int[0]) == (me == 0 ? 0 : MPI.UNDEFINED), "map to one node");
        GraphComm copy = star.dup();
        check(copy.getNeighbors(0).length == size - 1, "the copy's neighbours");
        copy.free();
        star.free();
        check(WORLD.createGraph(new int[0], new int[0], false).isNull(), "a graph of nobody");
    }

    private void adjacent() throws MPIException {
        int[] left = {(me + size - 1) % size};
        int[] right = {(me + 1) % size, me};
        GraphComm plain = WORLD.createDistGraphAdjacent(left, right, MPI.INFO_NULL, false);
        DistGraphNeighbors all = plain.getDistGraphNeighbors();
        check(plain.getTopology() == MPI.DIST_GRAPH, "topology " + plain.getTopology());
        check(!all.isWeighted() && all.getInDegree() == 1 && all.getOutDegree() == 2, "degrees");
        check(all.getSource(0) == left[0] && all.getDestination(1) == me, "neighbours");
        GraphComm weighted = WORLD.createDistGraphAdjacent(left, new int[] {5}, right, new int[] {6, 7}, MPI.INFO_NULL,
            true);
        all = weighted.getDistGraphNeighbors();
        check(all.isWeighted() && all.getSourceWeight(0) == 5 && all.getDestinationWeight(1) == 7, "weights");
        plain.free();
        weighted.free();
    }

    /** Process 0 gives a ring, and each an edge to process 0. */
    private void general() throws MPIException {
        int[] sources = me == 0 ? new int[size + 1] : new int[] {me};
        int[] degrees = me == 0 ? new int[size + 1] : new int[] {1};
        int[] destinations = me == 0 ? new int[size + 1] : new int[] {0};
        int[] weights = me == 0 ? new int[size + 1] : new int[] {100 + me};
        if (me == 0) {
            for (int i = 0; i < size; i++) {
                sources[i] = i;
                destinations[i] = (i + 1) % size;
                weights[i] = i;
            }
            weights[size] = 100;
            Arrays.fill(degrees, 1);
        }
        GraphComm graph = WORLD.createDistGraph(sources, degrees, destinations, weights, MPI.INFO_NULL, false);
        DistGraphNeighbors all = graph.getDistGraphNeighbors();
        check(all.isWeighted() && all.getOutDegree() == 2, "out " + all.getOutDegree());
        check(all.getInDegree() == (me == 0 ? size + 1 : 1), "in " + all.getInDegree());
        check(all.getSource(0) == (me + size - 1) % size && all.getSourceWeight(0) == (me + size - 1) % size, "ring");
        check(all.getDestination(1) == 0 && all.getDestinationWeight(1) == 100 + me, "to process 0");
        GraphComm plain = WORLD.createDistGraph(sources, degrees, destinations, MPI.INFO_NULL, false);
        check(!plain.getDistGraphNeighbors().isWeighted(), "weights where none were given");
        graph.free();
        plain.free();
    }
}
