package org.hawser.system;

import static org.hawser.system.Traffic.check;

import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Communicators between two groups; with two processes or more. */
final class MpiBridges {
    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private final int me = WORLD.getRank();
    private final int size = WORLD.getSize();
    private final int side = me % 2;
    private final int mine = (size + 1 - side) / 2;
    private final int theirs = size - mine;

    private MpiBridges() throws MPIException {
    }

    static void run() throws MPIException {
        new MpiBridges().all();
    }

    private void all() throws MPIException {
        Intracomm half = WORLD.split(side, me);
        Intercomm across = WORLD.createIntercomm(half, 0, 1 - side, 12);
        lookAt(across, half);
        Rounds.all(across, theirs, 1);
        Intercomm copy = across.dup();
        Intercomm later = across.iDup();
        check(Comm.compare(across, copy) == MPI.CONGRUENT, "the copy is " + Comm.compare(across, copy));
        check(Comm.compare(across, half) == MPI.UNEQUAL, "like its half");
        Rounds.all(copy, theirs, 2);
        later.getRequest().waitFor();
        Rounds.all(later, theirs, 3);
        merges(across);
        leadersElsewhere(half);
        copy.free();
        later.disconnect();
        across.free();
        half.free();
    }

    private void lookAt(Intercomm across, Intracomm half) throws MPIException {
        check(across.isInter() && !half.isInter(), "which has two groups");
        check(across.getSize() == mine, "size " + across.getSize());
        check(across.getRemoteSize() == theirs, "remote size " + across.getRemoteSize());
        check(across.getRank() == half.getRank(), "rank " + across.getRank());
        check(Group.compare(across.getGroup(), half.getGroup()) == MPI.IDENT, "another local group");
        Group rest = Group.difference(WORLD.getGroup(), half.getGroup());
        check(Group.compare(across.getRemoteGroup(), rest) == MPI.IDENT, "another remote group");
    }

    private void merges(Intercomm across) throws MPIException {
        Intracomm oddLast = across.merge(side == 1);
        check(oddLast.getSize() == size, "size " + oddLast.getSize());
        check(oddLast.getRank() == (side == 0 ? 0 : theirs) + me / 2, "rank " + oddLast.getRank());
        Rounds.pass(oddLast, size, 4);
        Intracomm oddFirst = across.merge(side == 0);
        check(oddFirst.getRank() == (side == 1 ? 0 : theirs) + me / 2, "rank " + oddFirst.getRank());
        Intracomm either = across.merge(true);
        Rounds.all(either, size, 5);
        oddLast.free();
        oddFirst.free();
        either.free();
    }

    /** Leaders are the last of each group, and meet in a copy of the world turned round. */
    private void leadersElsewhere(Intracomm half) throws MPIException {
        Intracomm turned = WORLD.split(0, -me);
        int last = side == 0 ? size / 2 * 2 - 1 : (size - 1) / 2 * 2;
        Intercomm across = turned.createIntercomm(half, half.getSize() - 1, size - 1 - last, 0);
        Rounds.all(across, theirs, 6);
        turned.free();
        across.free();
    }
}
