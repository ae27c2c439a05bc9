package org.hawser.system;

import static org.hawser.system.CollRound.value;
import static org.hawser.system.Rounds.assertRefused;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Collectives between two groups, of the even ranks and of the odd ones: each gets what the other gives. */
final class MpiAcross {
    private final Intercomm across;
    private final int me;
    private final int mine;
    private final int theirs;
    private final int side;
    private final int count;
    private final boolean later;

    private MpiAcross(Intercomm across, int side, int count, boolean later) throws MPIException {
        this.across = across;
        this.side = side;
        this.count = count;
        this.later = later;
        me = across.getRank();
        mine = across.getSize();
        theirs = across.getRemoteSize();
    }

    static void run() throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        if (world.getSize() == 1) {
            return;
        }
        int side = world.getRank() % 2;
        Intracomm half = world.split(side, world.getRank());
        Intercomm across = world.createIntercomm(half, 0, 1 - side, 5);
        for (int count : CollRound.COUNTS) {
            new MpiAcross(across, side, count, false).all();
            new MpiAcross(across, side, count, true).all();
        }
        across.setErrhandler(MPI.ERRORS_RETURN);
        assertRefused("allReduce in place", MPI.ERR_COMM, () -> across.allReduce(new int[1], 1, MPI.INT, MPI.SUM));
        assertRefused("a root that is none", MPI.ERR_ROOT, () -> across.bcast(new int[1], 1, MPI.INT, 1000));
        across.free();
        half.free();
    }

    /** A rank of the world: that of a member of this group, or of the other. */
    private int world(boolean ours, int i) {
        return 2 * i + (ours ? side : 1 - side);
    }

    private void all() throws MPIException {
        if (later) {
            across.iBarrier().waitFor();
        } else {
            across.barrier();
        }
        for (int rootSide = 0; rootSide < 2; rootSide++) {
            boolean ours = rootSide == side;
            for (int root = 0; root < (ours ? mine : theirs); root++) {
                int argument = !ours ? root : me == root ? MPI.ROOT : MPI.PROC_NULL;
                bcast(argument, world(ours, root));
                gather(argument);
                scatter(argument, world(ours, root));
                reduce(argument);
            }
        }
        allGather();
        allToAll();
        allReduce();
        reduceScatter();
    }

    private MpiInts own() {
        int rank = world(true, me);
        return MpiInts.of(me + count, count).fill(i -> value(rank, 0, i));
    }

    private void bcast(int root, int rank) throws MPIException {
        MpiInts ints = root == MPI.ROOT ? own() : MpiInts.of(me, count);
        if (later) {
            across.iBcast(ints.buffer, count, MPI.INT, root).waitFor();
        } else {
            across.bcast(ints.buffer, count, MPI.INT, root);
        }
        ints.check(i -> root == MPI.PROC_NULL ? MpiInts.UNTOUCHED : value(rank, 0, i), "bcast from " + rank);
    }

    private void gather(int root) throws MPIException {
        MpiInts all = MpiInts.of(me + 1, count * theirs);
        if (later) {
            across.iGather(own().buffer, count, MPI.INT, all.buffer, count, MPI.INT, root).waitFor();
        } else {
            across.gather(own().buffer, count, MPI.INT, all.buffer, count, MPI.INT, root);
        }
        checkPieces(all, root == MPI.ROOT, 0, "gather");
    }

    private void checkPieces(MpiInts all, boolean come, int to, String what) {
        for (int piece = 0; piece < theirs; piece++) {
            int from = world(false, piece);
            all.check(piece * count, count, i -> come ? value(from, to, i) : MpiInts.UNTOUCHED, what + " from "
                + from);
        }
    }

    private void scatter(int root, int rank) throws MPIException {
        MpiInts all = pieces();
        MpiInts piece = MpiInts.of(me + 2, count);
        if (later) {
            across.iScatter(all.buffer, count, MPI.INT, piece.buffer, count, MPI.INT, root).waitFor();
        } else {
            across.scatter(all.buffer, count, MPI.INT, piece.buffer, count, MPI.INT, root);
        }
        boolean gets = root >= 0;
        piece.check(i -> gets ? value(rank, 1 + me, i) : MpiInts.UNTOUCHED, "scatter from " + rank);
    }

    /** Something for each of the others. */
    private MpiInts pieces() {
        int rank = world(true, me);
        int step = Math.max(1, count);
        return MpiInts.of(me, count * theirs).fill(i -> value(rank, 1 + i / step, i % step));
    }

    private int sum(int i) {
        int sum = 0;
        for (int other = 0; other < theirs; other++) {
            sum += value(world(false, other), 0, i);
        }
        return sum;
    }

    private void reduce(int root) throws MPIException {
        MpiInts result = MpiInts.of(me + 3, count);
        if (later) {
            across.iReduce(own().buffer, result.buffer, count, MPI.INT, MPI.SUM, root).waitFor();
        } else {
            across.reduce(own().buffer, result.buffer, count, MPI.INT, MPI.SUM, root);
        }
        result.check(i -> root == MPI.ROOT ? sum(i) : MpiInts.UNTOUCHED, "reduce");
    }

    private void allGather() throws MPIException {
        MpiInts all = MpiInts.of(me + 1, count * theirs);
        if (later) {
            across.iAllGather(own().buffer, count, MPI.INT, all.buffer, count, MPI.INT).waitFor();
        } else {
            across.allGather(own().buffer, count, MPI.INT, all.buffer, count, MPI.INT);
        }
        checkPieces(all, true, 0, "allGather");
    }

    private void allToAll() throws MPIException {
        MpiInts in = MpiInts.of(me + 2, count * theirs);
        if (later) {
            across.iAllToAll(pieces().buffer, count, MPI.INT, in.buffer, count, MPI.INT).waitFor();
        } else {
            across.allToAll(pieces().buffer, count, MPI.INT, in.buffer, count, MPI.INT);
        }
        checkPieces(in, true, 1 + me, "allToAll");
    }

    private void allReduce() throws MPIException {
        MpiInts result = MpiInts.of(me + 1, count);
        if (later) {
            across.iAllReduce(own().buffer, result.buffer, count, MPI.INT, MPI.SUM).waitFor();
        } else {
            across.allReduce(own().buffer, result.buffer, count, MPI.INT, MPI.SUM);
        }
        result.check(this::sum, "allReduce");
    }

    /** Both groups have as many items, each deals them out among its own. */
    private void reduceScatter() throws MPIException {
        int total = Math.min(count, 1000) * mine * theirs;
        int each = total / mine;
        int rank = world(true, me);
        MpiInts out = MpiInts.of(me, total).fill(i -> value(rank, 0, i));
        MpiInts part = MpiInts.of(me + 1, each);
        if (later) {
            across.iReduceScatterBlock(out.buffer, part.buffer, each, MPI.INT, MPI.SUM).waitFor();
        } else {
            across.reduceScatterBlock(out.buffer, part.buffer, each, MPI.INT, MPI.SUM);
        }
        part.check(i -> sum(me * each + i), "reduceScatterBlock");
    }
}
