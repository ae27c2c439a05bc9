package org.hawser.system;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * What the standard does not ask for, and programs rely on: in collectives with a count for each rank the place of a
 * piece may be longer than the piece, and the places of two pieces may overlap.
 */
final class CollLooseCounts {
    private final Intracomm comm = MPI.COMM_WORLD.dup();
    private final int me = comm.getRank();
    private final int size = comm.getSize();
    /** Room for each piece, and where it is. */
    private final int room = size + 2;
    private final int[] rooms = new int[size];
    private final int[] places = new int[size];

    private CollLooseCounts() throws MPIException {
        comm.setErrhandler(MPI.ERRORS_RETURN);
        Arrays.fill(rooms, room);
        Arrays.setAll(places, i -> i * room);
    }

    static void run() throws MPIException {
        CollLooseCounts loose = new CollLooseCounts();
        for (boolean later : new boolean[] {false, true}) {
            for (int root = 0; root < loose.size; root++) {
                loose.gatherv(root, later);
                loose.scatterv(root, later);
                loose.overlapping(root, later);
            }
            loose.allToAllv(later);
            for (int length : new int[] {3, 3000}) {
                loose.overlappingAtAll(length, 2 * length / 3, later, false);
                loose.overlappingAtAll(length, 2 * length / 3, later, true);
                loose.overlappingAtAll(length, loose.me % 2 == 0 ? length : length / 3, later, false);
            }
        }
        if (loose.size > 1) {
            loose.tooLong();
            loose.withGaps();
        }
        loose.comm.free();
    }

    private static int[] filled(int length, int value) {
        int[] array = new int[length];
        Arrays.fill(array, value);
        return array;
    }

    private void check(String what, int[] expected, int[] found) {
        if (!Arrays.equals(expected, found)) {
            throw new AssertionError(what + ": rank=" + me + " expected=" + Arrays.toString(expected) + " found="
                + Arrays.toString(found));
        }
    }

    /** A room for each rank, of which rank i has filled the first i + 1 with what {@code value} says. */
    private int[] rooms(IntUnaryOperator value, int length) {
        int[] expected = filled(size * room, -1);
        for (int i = 0; i < size; i++) {
            int filled = length > 0 ? length : i + 1;
            Arrays.fill(expected, places[i], places[i] + filled, value.applyAsInt(i));
        }
        return expected;
    }

    private void gatherv(int root, boolean later) throws MPIException {
        int[] all = filled(size * room, -1);
        int[] mine = filled(me + 1, me);
        if (later) {
            comm.iGatherv(mine, me + 1, MPI.INT, all, rooms, places, MPI.INT, root).waitFor();
        } else {
            comm.gatherv(mine, me + 1, MPI.INT, all, rooms, places, MPI.INT, root);
        }
        check("gatherv", me == root ? rooms(i -> i, 0) : filled(size * room, -1), all);
    }

    private void scatterv(int root, boolean later) throws MPIException {
        int[] counts = new int[size];
        Arrays.setAll(counts, i -> i + 1);
        int[] all = rooms(i -> 10 * i, 0);
        int[] mine = filled(room, -1);
        if (later) {
            comm.iScatterv(all, counts, places, MPI.INT, mine, room, MPI.INT, root).waitFor();
        } else {
            comm.scatterv(all, counts, places, MPI.INT, mine, room, MPI.INT, root);
        }
        check("scatterv", Arrays.copyOfRange(all, places[me], places[me] + room), mine);
    }

    private void allToAllv(boolean later) throws MPIException {
        int[] counts = new int[size];
        Arrays.setAll(counts, i -> i + 1);
        int[] out = filled(size * room, me);
        int[] in = filled(size * room, -1);
        if (later) {
            comm.iAllToAllv(out, counts, places, MPI.INT, in, rooms, places, MPI.INT).waitFor();
        } else {
            comm.allToAllv(out, counts, places, MPI.INT, in, rooms, places, MPI.INT);
        }
        check("allToAllv", rooms(i -> i, me + 1), in);
    }

    /** Each piece begins within the one before it: of two that meet, the higher rank's stays. */
    private void overlapping(int root, boolean later) throws MPIException {
        int[] close = new int[size];
        Arrays.setAll(close, i -> 2 * i);
        int[] all = filled(2 * size + 2, -1);
        if (later) {
            comm.iGatherv(filled(3, me), 3, MPI.INT, all, filled(size, 3), close, MPI.INT, root).waitFor();
        } else {
            comm.gatherv(filled(3, me), 3, MPI.INT, all, filled(size, 3), close, MPI.INT, root);
        }
        int[] expected = filled(2 * size + 2, -1);
        for (int i = 0; i < size && me == root; i++) {
            Arrays.fill(expected, 2 * i, 2 * i + 3, i);
        }
        check("overlapping", expected, all);
    }

    /** As {@link #overlapping} at all ranks, of which each may have places of its own. */
    private void overlappingAtAll(int length, int step, boolean later, boolean inPlace) throws MPIException {
        int[] starts = places(step);
        int[] lengths = filled(size, length);
        int[] all = filled((size + 1) * length, -1);
        int[] mine = filled(length, me);
        if (inPlace) {
            Arrays.fill(all, starts[me], starts[me] + length, me);
            if (later) {
                comm.iAllGatherv(all, lengths, starts, MPI.INT).waitFor();
            } else {
                comm.allGatherv(all, lengths, starts, MPI.INT);
            }
        } else if (later) {
            comm.iAllGatherv(mine, length, MPI.INT, all, lengths, starts, MPI.INT).waitFor();
        } else {
            comm.allGatherv(mine, length, MPI.INT, all, lengths, starts, MPI.INT);
        }
        int[] expected = filled((size + 1) * length, -1);
        for (int i = 0; i < size; i++) {
            Arrays.fill(expected, starts[i], starts[i] + length, i);
        }
        check("overlapping at all", expected, all);
    }

    /** What does not fit is refused still. */
    private void tooLong() throws MPIException {
        int[] counts = filled(size, 1);
        counts[0] = 2;
        Rounds.Call call = () -> comm.gatherv(new int[2], 2, MPI.INT, new int[2 * size], counts, places(2), MPI.INT, 0);
        if (me == 0) {
            Rounds.assertRefused("pieces longer than their places", MPI.ERR_TRUNCATE, call);
        } else {
            comm.gatherv(new int[2], 2, MPI.INT, null, null, null, MPI.INT, 0);
        }
    }

    /** Items that must be unpacked come in full or not at all: nothing is written that was not sent. */
    private void withGaps() throws MPIException {
        Datatype pair = Datatype.createVector(2, 1, 2, MPI.INT);
        pair.commit();
        int[] counts = filled(size, 1);
        counts[0] = 2;
        int[] mine = filled(3, -1);
        Rounds.Call call = () -> comm.scatterv(new int[2 * size], counts, places(2), MPI.INT, mine, 1, pair, 0);
        if (me == 0) {
            comm.scatterv(new int[2 * size], counts, places(2), MPI.INT, mine, 1, pair, 0);
        } else {
            Rounds.assertRefused("half of an item with gaps", MPI.ERR_TRUNCATE, call);
        }
        pair.free();
    }

    private int[] places(int step) {
        int[] all = new int[size];
        Arrays.setAll(all, i -> i * step);
        return all;
    }
}
