package org.hawser.system;

import static org.hawser.system.CollRound.value;
import static org.hawser.system.Traffic.check;

import java.util.Arrays;
import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.MPI;
import mpi.MPIException;

/** Neighbours on grids and graphs exchange; what nobody sends stays as it is. */
final class MpiNeighbours {
    private MpiNeighbours() {
    }

    static void run() throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        for (boolean ring : new boolean[] {false, true}) {
            CartComm line = MPI.COMM_WORLD.createCart(new int[] {size}, new boolean[] {ring}, false);
            grid(line, 1);
            line.free();
            CartComm flat = MPI.COMM_WORLD.createCart(new int[] {size, 1}, new boolean[] {!ring, ring}, false);
            grid(flat, 2);
            flat.free();
        }
        star();
        edges();
        try {
            MPI.COMM_WORLD.neighborAllGather(new int[1], 1, MPI.INT, new int[1], 1, MPI.INT);
            throw new AssertionError("the world has neighbours");
        } catch (MPIException e) {
            check(e.getErrorClass() == MPI.ERR_TOPOLOGY, "class " + e.getErrorClass());
        }
    }

    private static void grid(CartComm grid, int dimensions) throws MPIException {
        int me = grid.getRank();
        int[] from = new int[2 * dimensions];
        for (int i = 0; i < dimensions; i++) {
            from[2 * i] = grid.shift(i, 1).getRankSource();
            from[2 * i + 1] = grid.shift(i, 1).getRankDest();
        }
        for (int count : CollRound.COUNTS) {
            for (boolean later : new boolean[] {false, true}) {
                String what = "rank " + me + " count " + count + " of " + Arrays.toString(from);
                gathered(grid, from, count, later, what);
                exchanged(grid, from, count, later, what);
                shared(grid, from, Math.min(count, 1000), later, what);
            }
        }
        spread(grid, from);
    }

    private static void gathered(Comm comm, int[] from, int count, boolean later, String what) throws MPIException {
        int me = comm.getRank();
        MpiInts out = MpiInts.of(count, count).fill(i -> value(me, 0, i));
        MpiInts in = MpiInts.of(count + 1, from.length * count);
        if (later) {
            comm.iNeighborAllGather(out.buffer, count, MPI.INT, in.buffer, count, MPI.INT).waitFor();
        } else {
            comm.neighborAllGather(out.buffer, count, MPI.INT, in.buffer, count, MPI.INT);
        }
        for (int edge = 0; edge < from.length; edge++) {
            int source = from[edge];
            in.check(edge * count, count, i -> source == MPI.PROC_NULL ? MpiInts.UNTOUCHED : value(source, 0, i),
                "gathered " + what);
        }
    }

    /** On a grid what comes from below was sent up, and the other way round. */
    private static void exchanged(Comm comm, int[] from, int count, boolean later, String what) throws MPIException {
        int me = comm.getRank();
        int step = Math.max(1, count);
        MpiInts out = MpiInts.of(count + 2, from.length * count).fill(i -> value(me, i / step, i % step));
        MpiInts in = MpiInts.of(count, from.length * count);
        if (later) {
            comm.iNeighborAllToAll(out.buffer, count, MPI.INT, in.buffer, count, MPI.INT).waitFor();
        } else {
            comm.neighborAllToAll(out.buffer, count, MPI.INT, in.buffer, count, MPI.INT);
        }
        for (int edge = 0; edge < from.length; edge++) {
            int source = from[edge];
            int sent = edge ^ 1;
            in.check(edge * count, count, i -> source == MPI.PROC_NULL ? MpiInts.UNTOUCHED : value(source, sent, i),
                "exchanged " + what);
        }
    }

    /** Along edge e of a grid go {@code count + e / 2} items, to be laid down the last first. */
    private static void shared(Comm comm, int[] from, int count, boolean later, String what) throws MPIException {
        int me = comm.getRank();
        int[] counts = new int[from.length];
        int[] sent = new int[from.length];
        int[] places = new int[from.length];
        int total = 0;
        for (int edge = from.length - 1; edge >= 0; edge--) {
            counts[edge] = count + edge / 2;
            places[edge] = total;
            total += counts[edge];
        }
        int next = 0;
        for (int edge = 0; edge < from.length; edge++) {
            sent[edge] = next;
            next += counts[edge];
        }
        MpiInts out = MpiInts.of(count + 3, total);
        for (int edge = 0; edge < from.length; edge++) {
            int way = edge;
            out.fill(sent[edge], counts[edge], i -> value(me, way, i));
        }
        MpiInts in = MpiInts.of(count + 1, total);
        if (later) {
            comm.iNeighborAllToAllv(out.buffer, counts, sent, MPI.INT, in.buffer, counts, places, MPI.INT).waitFor();
        } else {
            comm.neighborAllToAllv(out.buffer, counts, sent, MPI.INT, in.buffer, counts, places, MPI.INT);
        }
        for (int edge = 0; edge < from.length; edge++) {
            int source = from[edge];
            int way = edge ^ 1;
            in.check(places[edge], counts[edge],
                i -> source == MPI.PROC_NULL ? MpiInts.UNTOUCHED : value(source, way, i), "shared " + what);
        }
        int[] same = new int[from.length];
        Arrays.fill(same, count);
        MpiInts gathered = MpiInts.of(count, total);
        if (later) {
            comm.iNeighborAllGatherv(out.buffer, count, MPI.INT, gathered.buffer, same, places, MPI.INT).waitFor();
        } else {
            comm.neighborAllGatherv(out.buffer, count, MPI.INT, gathered.buffer, same, places, MPI.INT);
        }
        for (int edge = 0; edge < from.length; edge++) {
            int source = from[edge];
            gathered.check(places[edge], count,
                i -> source == MPI.PROC_NULL ? MpiInts.UNTOUCHED : value(source, 0, i), "gathered in shares " + what);
        }
    }

    /** Items with gaps: neither these nor the items of nobody are written. */
    private static void spread(Comm comm, int[] from) throws MPIException {
        Datatype wide = Datatype.createResized(MPI.INT, 0, 3 * Integer.BYTES);
        wide.commit();
        int[] in = new int[3 * from.length];
        Arrays.fill(in, MpiInts.UNTOUCHED);
        comm.neighborAllGather(new int[] {comm.getRank()}, 1, MPI.INT, in, 1, wide);
        for (int i = 0; i < in.length; i++) {
            int expected = i % 3 != 0 || from[i / 3] == MPI.PROC_NULL ? MpiInts.UNTOUCHED : from[i / 3];
            check(in[i] == expected, "item " + i + " is " + in[i] + " for " + expected);
        }
        wide.free();
    }

    /** Rank 0 knows all others, each of which knows rank 0 only. */
    private static void star() throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        int[] index = new int[size];
        int[] edges = new int[2 * (size - 1)];
        for (int i = 0; i < size; i++) {
            index[i] = size - 1 + i;
        }
        for (int i = 1; i < size; i++) {
            edges[i - 1] = i;
        }
        GraphComm star = MPI.COMM_WORLD.createGraph(index, edges, false);
        int me = star.getRank();
        int[] from = star.getNeighbors(me);
        for (int count : CollRound.COUNTS) {
            gathered(star, from, count, false, "star");
            gathered(star, from, count, true, "star");
        }
        star.free();
    }

    /** Each has two edges to the next rank, and one to itself. */
    private static void edges() throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        int me = MPI.COMM_WORLD.getRank();
        int next = (me + 1) % size;
        int before = (me + size - 1) % size;
        GraphComm graph = MPI.COMM_WORLD.createDistGraphAdjacent(new int[] {before, me, before},
            new int[] {next, next, me}, MPI.INFO_NULL, false);
        for (boolean later : new boolean[] {false, true}) {
            int[] out = {value(me, 1, 0), value(me, 2, 0), value(me, 3, 0)};
            int[] in = new int[3];
            if (later) {
                graph.iNeighborAllToAll(out, 1, MPI.INT, in, 1, MPI.INT).waitFor();
            } else {
                graph.neighborAllToAll(out, 1, MPI.INT, in, 1, MPI.INT);
            }
            // Alone, all three edges lead from this rank to itself: the order is that of sending.
            int[] expected = size == 1 ? out : new int[] {value(before, 1, 0), value(me, 3, 0), value(before, 2, 0)};
            check(Arrays.equals(in, expected), "along edges came " + Arrays.toString(in));
        }
        graph.free();
    }
}
