package org.hawser.system;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Every form of every collective: one that waits and one that does not, in place, with counts and displacements. */
final class CollForms {
    private static final int[] COUNTS = {0, 1, 7, 3000};

    private final Intracomm comm;
    private final int me;
    private final int size;
    private final int count;
    private final int root;

    private CollForms(Intracomm comm, int count, int root) throws MPIException {
        this.comm = comm;
        this.count = count;
        this.root = root;
        me = comm.getRank();
        size = comm.getSize();
    }

    static void run() throws MPIException {
        Intracomm copy = MPI.COMM_WORLD.dup();
        for (Intracomm comm : new Intracomm[] {MPI.COMM_WORLD, copy}) {
            for (int count : COUNTS) {
                for (int root = 0; root < comm.getSize(); root++) {
                    CollForms forms = new CollForms(comm, count, root);
                    forms.rooted();
                    forms.rootedUneven();
                }
                CollForms forms = new CollForms(comm, count, 0);
                forms.exchanges();
                forms.uneven();
                forms.reductions();
                forms.scans();
                forms.buffers();
            }
            comm.barrier();
            comm.iBarrier().waitFor();
        }
        copy.free();
    }

    /** What rank {@code rank} gives. */
    private int[] of(int rank, int length) {
        int[] array = new int[length];
        Arrays.setAll(array, i -> rank * 10_000 + i);
        return array;
    }

    /** The items of all ranks, one after the other. */
    private int[] all() {
        int[] all = new int[size * count];
        for (int i = 0; i < size; i++) {
            System.arraycopy(of(i, count), 0, all, i * count, count);
        }
        return all;
    }

    /** What all ranks up to {@code last} give, added. */
    private int[] sum(int last, int length) {
        int[] sum = new int[length];
        for (int i = 0; i <= last; i++) {
            int[] each = of(i, length);
            Arrays.setAll(sum, k -> sum[k] + each[k]);
        }
        return sum;
    }

    private void check(String what, int[] expected, int[] found) {
        if (!Arrays.equals(expected, found)) {
            int at = Arrays.mismatch(expected, found);
            throw new AssertionError(what + ": rank=" + me + " size=" + size + " count=" + count + " root=" + root
                + " at=" + at + " expected=" + (at < expected.length ? expected[at] : null) + " found="
                + (at < found.length ? found[at] : null));
        }
    }

    private void rooted() throws MPIException {
        for (boolean later : new boolean[] {false, true}) {
            int[] told = me == root ? of(root, count) : new int[count];
            int[] mine = of(me, count);
            int[] gathered = new int[me == root ? size * count : 0];
            int[] inPlace = me == root ? new int[size * count] : of(me, count);
            int[] dealt = new int[count];
            int[] dealtInPlace = me == root ? all() : new int[count];
            Object receives = me == root ? gathered : null;
            Object deals = me == root ? all() : null;
            if (me == root) {
                System.arraycopy(mine, 0, inPlace, me * count, count);
            }
            if (later) {
                comm.iBcast(told, count, MPI.INT, root).waitFor();
                comm.iGather(mine, count, MPI.INT, receives, count, MPI.INT, root).waitFor();
                comm.iGather(inPlace, count, MPI.INT, root).waitFor();
                comm.iScatter(deals, count, MPI.INT, dealt, count, MPI.INT, root).waitFor();
                comm.iScatter(dealtInPlace, count, MPI.INT, root).waitFor();
            } else {
                comm.bcast(told, count, MPI.INT, root);
                comm.gather(mine, count, MPI.INT, receives, count, MPI.INT, root);
                comm.gather(inPlace, count, MPI.INT, root);
                comm.scatter(deals, count, MPI.INT, dealt, count, MPI.INT, root);
                comm.scatter(dealtInPlace, count, MPI.INT, root);
            }
            check("bcast", of(root, count), told);
            check("gather", me == root ? all() : new int[0], gathered);
            check("gather in place", me == root ? all() : of(me, count), inPlace);
            check("scatter", of(me, count), dealt);
            check("scatter in place", me == root ? all() : of(me, count), dealtInPlace);
        }
    }

    private int[] counts() {
        int[] counts = new int[size];
        Arrays.setAll(counts, i -> i % 2 == 1 ? 0 : count + i);
        return counts;
    }

    /** Backwards, and with a hole between any two. */
    private int[] places(int[] counts) {
        int[] places = new int[size];
        int at = 0;
        for (int i = size - 1; i >= 0; i--) {
            places[i] = at;
            at += counts[i] + 1;
        }
        return places;
    }

    private int[] spread(int[] counts, int[] places) {
        int[] spread = new int[Arrays.stream(counts).sum() + size];
        for (int i = 0; i < size; i++) {
            System.arraycopy(of(i, counts[i]), 0, spread, places[i], counts[i]);
        }
        return spread;
    }

    private void rootedUneven() throws MPIException {
        int[] counts = counts();
        int[] places = places(counts);
        int[] spread = spread(counts, places);
        int own = counts[me];
        for (boolean later : new boolean[] {false, true}) {
            int[] gathered = new int[spread.length];
            int[] dealt = new int[own];
            int[] inPlace = new int[spread.length];
            System.arraycopy(of(me, own), 0, inPlace, places[me], own);
            int[] dealtInPlace = me == root ? spread.clone() : new int[own];
            if (later) {
                comm.iGatherv(of(me, own), own, MPI.INT, gathered, counts, places, MPI.INT, root).waitFor();
                comm.iScatterv(spread, counts, places, MPI.INT, dealt, own, MPI.INT, root).waitFor();
                if (me == root) {
                    comm.iGatherv(inPlace, counts, places, MPI.INT, root).waitFor();
                    comm.iScatterv(dealtInPlace, counts, places, MPI.INT, root).waitFor();
                } else {
                    comm.iGatherv(of(me, own), own, MPI.INT, root).waitFor();
                    comm.iScatterv(dealtInPlace, own, MPI.INT, root).waitFor();
                }
            } else {
                comm.gatherv(of(me, own), own, MPI.INT, gathered, counts, places, MPI.INT, root);
                comm.scatterv(spread, counts, places, MPI.INT, dealt, own, MPI.INT, root);
                if (me == root) {
                    comm.gatherv(inPlace, counts, places, MPI.INT, root);
                    comm.scatterv(dealtInPlace, counts, places, MPI.INT, root);
                } else {
                    comm.gatherv(of(me, own), own, MPI.INT, root);
                    comm.scatterv(dealtInPlace, own, MPI.INT, root);
                }
            }
            check("gatherv", me == root ? spread : new int[spread.length], gathered);
            check("scatterv", of(me, own), dealt);
            if (me == root) {
                check("gatherv in place", spread, inPlace);
            }
            check("scatterv in place", me == root ? spread : of(me, own), dealtInPlace);
        }
    }

    private void exchanges() throws MPIException {
        for (boolean later : new boolean[] {false, true}) {
            int[] collected = new int[size * count];
            int[] inPlace = new int[size * count];
            System.arraycopy(of(me, count), 0, inPlace, me * count, count);
            int[] exchanged = new int[size * count];
            int[] out = new int[size * count];
            Arrays.setAll(out, i -> me * 100 + i / count);
            if (later) {
                comm.iAllGather(of(me, count), count, MPI.INT, collected, count, MPI.INT).waitFor();
                comm.iAllGather(inPlace, count, MPI.INT).waitFor();
                comm.iAllToAll(out, count, MPI.INT, exchanged, count, MPI.INT).waitFor();
            } else {
                comm.allGather(of(me, count), count, MPI.INT, collected, count, MPI.INT);
                comm.allGather(inPlace, count, MPI.INT);
                comm.allToAll(out, count, MPI.INT, exchanged, count, MPI.INT);
            }
            check("allGather", all(), collected);
            check("allGather in place", all(), inPlace);
            int[] expected = new int[size * count];
            Arrays.setAll(expected, i -> i / count * 100 + me);
            check("allToAll", expected, exchanged);
        }
    }

    private void uneven() throws MPIException {
        int[] counts = counts();
        int[] places = places(counts);
        int own = counts[me];
        // To rank i go counts[i] numbers, so from each come counts[me].
        int[] out = spread(counts, places);
        int[] inCounts = new int[size];
        Arrays.fill(inCounts, own);
        int[] inPlaces = new int[size];
        Arrays.setAll(inPlaces, i -> i * own);
        int[] outBytes = Arrays.stream(places).map(place -> 4 * place).toArray();
        int[] inBytes = Arrays.stream(inPlaces).map(place -> 4 * place).toArray();
        Datatype[] ints = new Datatype[size];
        Arrays.fill(ints, MPI.INT);
        int[] expected = new int[size * own];
        Arrays.setAll(expected, i -> me * 10_000 + i % own);
        for (boolean later : new boolean[] {false, true}) {
            int[] collected = new int[out.length];
            int[] inPlace = new int[out.length];
            System.arraycopy(of(me, own), 0, inPlace, places[me], own);
            int[] exchanged = new int[size * own];
            int[] byTypes = new int[size * own];
            if (later) {
                comm.iAllGatherv(of(me, own), own, MPI.INT, collected, counts, places, MPI.INT).waitFor();
                comm.iAllGatherv(inPlace, counts, places, MPI.INT).waitFor();
                comm.iAllToAllv(out, counts, places, MPI.INT, exchanged, inCounts, inPlaces, MPI.INT).waitFor();
                comm.iAllToAllw(out, counts, outBytes, ints, byTypes, inCounts, inBytes, ints).waitFor();
            } else {
                comm.allGatherv(of(me, own), own, MPI.INT, collected, counts, places, MPI.INT);
                comm.allGatherv(inPlace, counts, places, MPI.INT);
                comm.allToAllv(out, counts, places, MPI.INT, exchanged, inCounts, inPlaces, MPI.INT);
                comm.allToAllw(out, counts, outBytes, ints, byTypes, inCounts, inBytes, ints);
            }
            check("allGatherv", out, collected);
            check("allGatherv in place", out, inPlace);
            check("allToAllv", expected, exchanged);
            check("allToAllw", expected, byTypes);
        }
    }

    private void reductions() throws MPIException {
        int[] counts = counts();
        int total = Arrays.stream(counts).sum();
        int start = Arrays.stream(counts, 0, me).sum();
        for (boolean later : new boolean[] {false, true}) {
            int[] reduced = new int[count];
            int[] reducedInPlace = of(me, count);
            int[] everywhere = new int[count];
            int[] inPlace = of(me, count);
            int[] dealt = new int[counts[me]];
            int[] dealtInPlace = of(me, total);
            int[] block = new int[count];
            int[] blockInPlace = of(me, size * count);
            if (later) {
                comm.iReduce(of(me, count), reduced, count, MPI.INT, MPI.SUM, root).waitFor();
                comm.iReduce(reducedInPlace, count, MPI.INT, MPI.SUM, root).waitFor();
                comm.iAllReduce(of(me, count), everywhere, count, MPI.INT, MPI.SUM).waitFor();
                comm.iAllReduce(inPlace, count, MPI.INT, MPI.SUM).waitFor();
                comm.iReduceScatter(of(me, total), dealt, counts, MPI.INT, MPI.SUM).waitFor();
                comm.iReduceScatter(dealtInPlace, counts, MPI.INT, MPI.SUM).waitFor();
                comm.iReduceScatterBlock(of(me, size * count), block, count, MPI.INT, MPI.SUM).waitFor();
                comm.iReduceScatterBlock(blockInPlace, count, MPI.INT, MPI.SUM).waitFor();
            } else {
                comm.reduce(of(me, count), reduced, count, MPI.INT, MPI.SUM, root);
                comm.reduce(reducedInPlace, count, MPI.INT, MPI.SUM, root);
                comm.allReduce(of(me, count), everywhere, count, MPI.INT, MPI.SUM);
                comm.allReduce(inPlace, count, MPI.INT, MPI.SUM);
                comm.reduceScatter(of(me, total), dealt, counts, MPI.INT, MPI.SUM);
                comm.reduceScatter(dealtInPlace, counts, MPI.INT, MPI.SUM);
                comm.reduceScatterBlock(of(me, size * count), block, count, MPI.INT, MPI.SUM);
                comm.reduceScatterBlock(blockInPlace, count, MPI.INT, MPI.SUM);
            }
            int[] sum = sum(size - 1, count);
            check("reduce", me == root ? sum : new int[count], reduced);
            check("reduce in place", me == root ? sum : of(me, count), reducedInPlace);
            check("allReduce", sum, everywhere);
            check("allReduce in place", sum, inPlace);
            int[] mine = Arrays.copyOfRange(sum(size - 1, total), start, start + counts[me]);
            check("reduceScatter", mine, dealt);
            check("reduceScatter in place", mine, Arrays.copyOf(dealtInPlace, counts[me]));
            int[] blocks = Arrays.copyOfRange(sum(size - 1, size * count), me * count, (me + 1) * count);
            check("reduceScatterBlock", blocks, block);
            check("reduceScatterBlock in place", blocks, Arrays.copyOf(blockInPlace, count));
        }
    }

    private void scans() throws MPIException {
        for (boolean later : new boolean[] {false, true}) {
            int[] scanned = new int[count];
            int[] inPlace = of(me, count);
            int[] before = new int[count];
            int[] beforeInPlace = of(me, count);
            if (later) {
                comm.iScan(of(me, count), scanned, count, MPI.INT, MPI.SUM).waitFor();
                comm.iScan(inPlace, count, MPI.INT, MPI.SUM).waitFor();
                comm.iExScan(of(me, count), before, count, MPI.INT, MPI.SUM).waitFor();
                comm.iExScan(beforeInPlace, count, MPI.INT, MPI.SUM).waitFor();
            } else {
                comm.scan(of(me, count), scanned, count, MPI.INT, MPI.SUM);
                comm.scan(inPlace, count, MPI.INT, MPI.SUM);
                comm.exScan(of(me, count), before, count, MPI.INT, MPI.SUM);
                comm.exScan(beforeInPlace, count, MPI.INT, MPI.SUM);
            }
            check("scan", sum(me, count), scanned);
            check("scan in place", sum(me, count), inPlace);
            check("exScan", me == 0 ? new int[count] : sum(me - 1, count), before);
            check("exScan in place", me == 0 ? of(0, count) : sum(me - 1, count), beforeInPlace);
        }
    }

    /** Memory of the runtime's, which peers write into, and other native memory. */
    private void buffers() throws MPIException {
        IntBuffer shared = MPI.newIntBuffer(count);
        IntBuffer result = IntBuffer.allocate(count);
        shared.put(of(me, count));
        comm.iAllReduce(shared, result, count, MPI.INT, MPI.SUM).waitFor();
        check("iAllReduce of buffers", sum(size - 1, count), result.array());
        comm.iAllReduce(shared, count, MPI.INT, MPI.SUM).waitFor();
        comm.bcast(shared, count, MPI.INT, size - 1);
        int[] found = new int[count];
        shared.get(0, found);
        check("allReduce of buffers", sum(size - 1, count), found);
    }
}
