package org.hawser.system;

import static org.hawser.system.CollRound.value;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Collectives in which all give and all get do what their definitions say. */
final class MpiAllWithAll {
    private MpiAllWithAll() {
    }

    static void run(Comm comm) throws MPIException {
        CollRound.all(comm, round -> {
            if (round.root == 0) {
                barrier(round);
                allGather(round);
                allGatherInPlace(round);
                allGatherv(round);
                allGathervInPlace(round);
                allToAll(round);
                allToAllv(round);
                allToAllw(round);
                manyAtOnce(round);
            }
        });
    }

    private static void barrier(CollRound round) throws MPIException {
        if (round.later) {
            round.end(round.comm.iBarrier());
        } else {
            round.comm.barrier();
        }
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

    private static void allGather(CollRound round) throws MPIException {
        int n = round.count;
        MpiInts all = round.buffer(n * round.size);
        MpiInts mine = own(round, n);
        if (round.later) {
            round.end(round.comm.iAllGather(mine.buffer, n, MPI.INT, all.buffer, n, MPI.INT));
        } else {
            round.comm.allGather(mine.buffer, n, MPI.INT, all.buffer, n, MPI.INT);
        }
        checkPieces(round, all, "allGather");
    }

    private static void allGatherInPlace(CollRound round) throws MPIException {
        int n = round.count;
        MpiInts all = round.buffer(n * round.size).fill(round.me * n, n, i -> value(round.me, 0, i));
        if (round.later) {
            round.end(round.comm.iAllGather(all.buffer, n, MPI.INT));
        } else {
            round.comm.allGather(all.buffer, n, MPI.INT);
        }
        checkPieces(round, all, "allGather in place");
    }

    private static void checkShares(CollRound round, MpiInts all, String what) {
        int[] places = round.places();
        for (int rank = 0; rank < round.size; rank++) {
            int from = rank;
            all.check(places[rank], round.share(rank), i -> value(from, 0, i), what + " from " + rank + " " + round);
            all.checkUntouched(places[rank] + round.share(rank), 2, what + " after " + rank + " " + round);
        }
    }

    private static void allGatherv(CollRound round) throws MPIException {
        MpiInts all = round.buffer(round.room());
        MpiInts mine = own(round, round.share(round.me));
        if (round.later) {
            round.end(round.comm.iAllGatherv(mine.buffer, mine.length, MPI.INT, all.buffer, round.shares(),
                round.places(), MPI.INT));
        } else {
            round.comm.allGatherv(mine.buffer, mine.length, MPI.INT, all.buffer, round.shares(), round.places(),
                MPI.INT);
        }
        checkShares(round, all, "allGatherv");
    }

    private static void allGathervInPlace(CollRound round) throws MPIException {
        MpiInts all = round.buffer(round.room());
        all.fill(round.places()[round.me], round.share(round.me), i -> value(round.me, 0, i));
        if (round.later) {
            round.end(round.comm.iAllGatherv(all.buffer, round.shares(), round.places(), MPI.INT));
        } else {
            round.comm.allGatherv(all.buffer, round.shares(), round.places(), MPI.INT);
        }
        checkShares(round, all, "allGatherv in place");
    }

    private static void allToAll(CollRound round) throws MPIException {
        int n = round.count;
        MpiInts out = round.buffer(n * round.size);
        MpiInts in = round.buffer(n * round.size);
        out.fill(i -> value(round.me, i / Math.max(1, n), i % Math.max(1, n)));
        if (round.later) {
            round.end(round.comm.iAllToAll(out.buffer, n, MPI.INT, in.buffer, n, MPI.INT));
        } else {
            round.comm.allToAll(out.buffer, n, MPI.INT, in.buffer, n, MPI.INT);
        }
        for (int rank = 0; rank < round.size; rank++) {
            int from = rank;
            in.check(rank * n, n, i -> value(from, round.me, i), "allToAll from " + rank + " " + round);
        }
    }

    /** What rank {@code from} sends to rank {@code to}: nothing to some. */
    private static int amount(CollRound round, int from, int to) {
        return (from + 2 * to) % 3 == 0 ? 0 : Math.min(round.count, 3000) + (from * 5 + to) % 4;
    }

    /** The amounts of this rank, and their places one after the other in units of {@code step}. */
    private static int[][] amounts(CollRound round, boolean out, int step) {
        int[][] both = new int[2][round.size];
        int next = 0;
        for (int i = 0; i < round.size; i++) {
            both[0][i] = out ? amount(round, round.me, i) : amount(round, i, round.me);
            both[1][i] = next * step;
            next += both[0][i] + 1;
        }
        return both;
    }

    private static MpiInts outgoing(CollRound round, int[][] amounts, int step) {
        int last = round.size - 1;
        MpiInts out = round.buffer(amounts[1][last] / step + amounts[0][last] + 1);
        for (int rank = 0; rank < round.size; rank++) {
            int to = rank;
            out.fill(amounts[1][rank] / step, amounts[0][rank], i -> value(round.me, to, i));
        }
        return out;
    }

    private static void checkIncoming(CollRound round, MpiInts in, int[][] amounts, int step, String what) {
        for (int rank = 0; rank < round.size; rank++) {
            int from = rank;
            int place = amounts[1][rank] / step;
            in.check(place, amounts[0][rank], i -> value(from, round.me, i), what + " from " + rank + " " + round);
            in.checkUntouched(place + amounts[0][rank], 1, what + " after " + rank + " " + round);
        }
    }

    private static void allToAllv(CollRound round) throws MPIException {
        int[][] give = amounts(round, true, 1);
        int[][] get = amounts(round, false, 1);
        MpiInts out = outgoing(round, give, 1);
        int last = round.size - 1;
        MpiInts in = round.buffer(get[1][last] + get[0][last] + 1);
        if (round.later) {
            round.end(round.comm.iAllToAllv(out.buffer, give[0], give[1], MPI.INT, in.buffer, get[0], get[1],
                MPI.INT));
        } else {
            round.comm.allToAllv(out.buffer, give[0], give[1], MPI.INT, in.buffer, get[0], get[1], MPI.INT);
        }
        checkIncoming(round, in, get, 1, "allToAllv");
    }

    /** Each pair has a type of its own, of two or of one int; places are in bytes. */
    private static void allToAllw(CollRound round) throws MPIException {
        int[][] give = amounts(round, true, Integer.BYTES);
        int[][] get = amounts(round, false, Integer.BYTES);
        MpiInts out = outgoing(round, give, Integer.BYTES);
        int last = round.size - 1;
        MpiInts in = round.buffer(get[1][last] / Integer.BYTES + get[0][last] + 1);
        Datatype[] made = new Datatype[round.size];
        Datatype[] types = new Datatype[round.size];
        int[] ones = new int[round.size];
        for (int i = 0; i < round.size; i++) {
            made[i] = Datatype.createContiguous(give[0][i], MPI.INT);
            made[i].commit();
            ones[i] = 1;
            types[i] = MPI.INT;
        }
        if (round.later) {
            round.end(round.comm.iAllToAllw(out.buffer, ones, give[1], made, in.buffer, get[0], get[1], types));
        } else {
            round.comm.allToAllw(out.buffer, ones, give[1], made, in.buffer, get[0], get[1], types);
        }
        checkIncoming(round, in, get, Integer.BYTES, "allToAllw");
        for (Datatype type : made) {
            type.free();
        }
    }

    /** Several are under way at once, and are waited for in another order. */
    private static void manyAtOnce(CollRound round) throws MPIException {
        int n = Math.min(round.count, 2000);
        MpiInts[] all = new MpiInts[6];
        MpiInts[] mine = new MpiInts[all.length];
        Request[] requests = new Request[all.length];
        for (int k = 0; k < all.length; k++) {
            int mark = k;
            mine[k] = round.buffer(n).fill(i -> value(round.me, mark, i));
            all[k] = round.buffer(n * round.size);
            requests[k] = round.comm.iAllGather(mine[k].buffer, n, MPI.INT, all[k].buffer, n, MPI.INT);
        }
        for (int k = all.length - 1; k >= 0; k -= 2) {
            requests[k].waitFor();
        }
        Request.waitAll(requests);
        for (int k = 0; k < all.length; k++) {
            for (int rank = 0; rank < round.size; rank++) {
                int from = rank;
                int mark = k;
                all[k].check(rank * n, n, i -> value(from, mark, i), "number " + k + " from " + rank + " " + round);
            }
        }
    }
}
