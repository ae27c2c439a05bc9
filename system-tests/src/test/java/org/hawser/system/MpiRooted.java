package org.hawser.system;

import static org.hawser.system.CollRound.value;
import static org.hawser.system.Traffic.check;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;

/** Collectives with a root give what their definitions say. */
final class MpiRooted {
    private MpiRooted() {
    }

    static void run(Comm comm) throws MPIException {
        CollRound.all(comm, round -> {
            bcast(round);
            gather(round);
            gatherInPlace(round);
            gatherv(round);
            gathervInPlace(round);
            scatter(round);
            scatterInPlace(round);
            scatterv(round);
            scattervInPlace(round);
        });
        columns(comm);
    }

    private static void bcast(CollRound round) throws MPIException {
        MpiInts ints = round.buffer(round.count + 1);
        if (round.isRoot()) {
            ints.fill(0, round.count, i -> value(round.root, 0, i));
        }
        if (round.later) {
            round.end(round.comm.iBcast(ints.buffer, round.count, MPI.INT, round.root));
        } else {
            round.comm.bcast(ints.buffer, round.count, MPI.INT, round.root);
        }
        ints.check(0, round.count, i -> value(round.root, 0, i), "bcast " + round);
        ints.checkUntouched(round.count, 1, "bcast " + round);
    }

    private static MpiInts own(CollRound round, int count) {
        return round.buffer(count).fill(i -> value(round.me, 0, i));
    }

    private static void checkPieces(CollRound round, MpiInts all, String what) {
        for (int rank = 0; rank < round.size; rank++) {
            int from = rank;
            all.check(rank * round.count, round.count, i -> value(from, 0, i), what + " from " + rank + " " + round);
        }
    }

    private static void gather(CollRound round) throws MPIException {
        int n = round.count;
        MpiInts mine = own(round, n);
        MpiInts all = round.isRoot() ? round.buffer(n * round.size) : null;
        Object to = all == null ? null : all.buffer;
        if (round.later) {
            round.end(round.comm.iGather(mine.buffer, n, MPI.INT, to, n, MPI.INT, round.root));
        } else {
            round.comm.gather(mine.buffer, n, MPI.INT, to, n, MPI.INT, round.root);
        }
        if (all != null) {
            checkPieces(round, all, "gather");
        }
    }

    private static void gatherInPlace(CollRound round) throws MPIException {
        int n = round.count;
        MpiInts ints = round.isRoot()
            ? round.buffer(n * round.size).fill(round.me * n, n, i -> value(round.me, 0, i)) : own(round, n);
        if (round.later) {
            round.end(round.comm.iGather(ints.buffer, n, MPI.INT, round.root));
        } else {
            round.comm.gather(ints.buffer, n, MPI.INT, round.root);
        }
        if (round.isRoot()) {
            checkPieces(round, ints, "gather in place");
        }
    }

    private static void checkShares(CollRound round, MpiInts all, String what) {
        int[] places = round.places();
        for (int rank = 0; rank < round.size; rank++) {
            int from = rank;
            all.check(places[rank], round.share(rank), i -> value(from, 0, i), what + " from " + rank + " " + round);
            all.checkUntouched(places[rank] + round.share(rank), 2, what + " after " + rank + " " + round);
        }
    }

    private static void gatherv(CollRound round) throws MPIException {
        MpiInts mine = own(round, round.share(round.me));
        MpiInts all = round.isRoot() ? round.buffer(round.room()) : null;
        Object to = all == null ? null : all.buffer;
        int[] shares = all == null ? null : round.shares();
        int[] places = all == null ? null : round.places();
        if (round.later) {
            round.end(round.comm.iGatherv(mine.buffer, mine.length, MPI.INT, to, shares, places, MPI.INT, round.root));
        } else {
            round.comm.gatherv(mine.buffer, mine.length, MPI.INT, to, shares, places, MPI.INT, round.root);
        }
        if (all != null) {
            checkShares(round, all, "gatherv");
        }
    }

    private static void gathervInPlace(CollRound round) throws MPIException {
        if (!round.isRoot()) {
            MpiInts mine = own(round, round.share(round.me));
            if (round.later) {
                round.end(round.comm.iGatherv(mine.buffer, mine.length, MPI.INT, round.root));
            } else {
                round.comm.gatherv(mine.buffer, mine.length, MPI.INT, round.root);
            }
            return;
        }
        MpiInts all = round.buffer(round.room());
        all.fill(round.places()[round.me], round.share(round.me), i -> value(round.me, 0, i));
        if (round.later) {
            round.end(round.comm.iGatherv(all.buffer, round.shares(), round.places(), MPI.INT, round.root));
        } else {
            round.comm.gatherv(all.buffer, round.shares(), round.places(), MPI.INT, round.root);
        }
        checkShares(round, all, "gatherv in place");
    }

    /** What the root deals out: to each rank its own. */
    private static MpiInts dealt(CollRound round) {
        int n = round.count;
        return round.buffer(n * round.size).fill(i -> value(round.root, i / Math.max(1, n), i % Math.max(1, n)));
    }

    private static void checkDealt(CollRound round, MpiInts mine, int from, int count, String what) {
        mine.check(from, count, i -> value(round.root, round.me, i), what + " " + round);
    }

    private static void scatter(CollRound round) throws MPIException {
        int n = round.count;
        MpiInts mine = round.buffer(n);
        Object all = round.isRoot() ? dealt(round).buffer : null;
        if (round.later) {
            round.end(round.comm.iScatter(all, n, MPI.INT, mine.buffer, n, MPI.INT, round.root));
        } else {
            round.comm.scatter(all, n, MPI.INT, mine.buffer, n, MPI.INT, round.root);
        }
        checkDealt(round, mine, 0, n, "scatter");
    }

    private static void scatterInPlace(CollRound round) throws MPIException {
        int n = round.count;
        MpiInts ints = round.isRoot() ? dealt(round) : round.buffer(n);
        if (round.later) {
            round.end(round.comm.iScatter(ints.buffer, n, MPI.INT, round.root));
        } else {
            round.comm.scatter(ints.buffer, n, MPI.INT, round.root);
        }
        checkDealt(round, ints, round.isRoot() ? round.me * n : 0, n, "scatter in place");
    }

    private static MpiInts dealtShares(CollRound round) {
        MpiInts all = round.buffer(round.room());
        int[] places = round.places();
        for (int rank = 0; rank < round.size; rank++) {
            int to = rank;
            all.fill(places[rank], round.share(rank), i -> value(round.root, to, i));
        }
        return all;
    }

    private static void scatterv(CollRound round) throws MPIException {
        int share = round.share(round.me);
        MpiInts mine = round.buffer(share);
        boolean isRoot = round.isRoot();
        Object all = isRoot ? dealtShares(round).buffer : null;
        int[] shares = isRoot ? round.shares() : null;
        int[] places = isRoot ? round.places() : null;
        if (round.later) {
            round.end(round.comm.iScatterv(all, shares, places, MPI.INT, mine.buffer, share, MPI.INT, round.root));
        } else {
            round.comm.scatterv(all, shares, places, MPI.INT, mine.buffer, share, MPI.INT, round.root);
        }
        checkDealt(round, mine, 0, share, "scatterv");
    }

    private static void scattervInPlace(CollRound round) throws MPIException {
        int share = round.share(round.me);
        boolean isRoot = round.isRoot();
        MpiInts ints = isRoot ? dealtShares(round) : round.buffer(share);
        if (round.later) {
            round.end(isRoot
                ? round.comm.iScatterv(ints.buffer, round.shares(), round.places(), MPI.INT, round.root)
                : round.comm.iScatterv(ints.buffer, share, MPI.INT, round.root));
        } else if (isRoot) {
            round.comm.scatterv(ints.buffer, round.shares(), round.places(), MPI.INT, round.root);
        } else {
            round.comm.scatterv(ints.buffer, share, MPI.INT, round.root);
        }
        checkDealt(round, ints, isRoot ? round.places()[round.me] : 0, share, "scatterv in place");
    }

    /** Columns of a matrix: what lies between them stays as it is. */
    private static void columns(Comm comm) throws MPIException {
        int size = comm.getSize();
        int me = comm.getRank();
        int rows = 5;
        Datatype column = Datatype.createVector(rows, 1, size, MPI.INT);
        Datatype narrow = Datatype.createResized(column, 0, Integer.BYTES);
        column.commit();
        narrow.commit();
        int[] matrix = new int[rows * size];
        int[] mine = new int[rows];
        for (int i = 0; i < rows; i++) {
            mine[i] = value(me, 0, i);
        }
        comm.gather(mine, rows, MPI.INT, matrix, 1, narrow, 0);
        comm.bcast(matrix, size, narrow, 0);
        for (int i = 0; i < matrix.length; i++) {
            check(matrix[i] == value(i % size, 0, i / size), "column " + i % size + " row " + i / size);
        }
        int[] back = new int[rows];
        comm.scatter(matrix, 1, narrow, back, rows, MPI.INT, size - 1);
        for (int i = 0; i < rows; i++) {
            check(back[i] == value(me, 0, i), "row " + i + " of what came back");
        }
        int[] other = new int[rows * size];
        System.arraycopy(matrix, 0, other, 0, me == 0 ? matrix.length : 0);
        comm.iBcast(other, 1, column, 0).waitFor();
        for (int i = 0; i < other.length; i++) {
            check(other[i] == (i % size == 0 || me == 0 ? matrix[i] : 0), "place " + i + " of one column");
        }
        column.free();
        narrow.free();
    }
}
