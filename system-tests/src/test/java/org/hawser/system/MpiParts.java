package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.util.Arrays;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.runtime.launch.JobDescription;

/** Communicators of some of the processes of another. */
final class MpiParts {
    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private final int me = WORLD.getRank();
    private final int size = WORLD.getSize();

    private MpiParts() throws MPIException {
    }

    static void run() throws MPIException {
        MpiParts parts = new MpiParts();
        parts.byColour();
        parts.byNode();
        parts.ofGroups();
        parts.byMembersOnly();
        parts.nested();
    }

    private void byColour() throws MPIException {
        Intracomm third = WORLD.split(me % 3, -me);
        int members = (size - me % 3 + 2) / 3;
        check(third.getSize() == members, "size " + third.getSize() + " for " + members);
        check(third.getRank() == members - 1 - me / 3, "rank " + third.getRank());
        check(third.getErrhandler() == MPI.ERRORS_RETURN, "the handler is not the parent's");
        Rounds.all(third, members, me % 3);
        Intracomm same = WORLD.split(0, 7);
        check(Comm.compare(same, WORLD) == MPI.CONGRUENT, "equal keys changed the order");
        Intracomm turned = WORLD.split(0, size - me);
        check(Comm.compare(turned, WORLD) == (size == 1 ? MPI.CONGRUENT : MPI.SIMILAR), "not turned");
        Intracomm some = WORLD.split(me == 0 ? MPI.UNDEFINED : 1, 0);
        check(some.isNull() == (me == 0), "null at " + me);
        if (me > 0) {
            check(some.getSize() == size - 1, "size " + some.getSize());
            some.free();
        }
        check(WORLD.split(MPI.UNDEFINED, 0).isNull(), "undefined everywhere, and not null");
        same.free();
        turned.free();
        third.free();
    }

    private void byNode() throws MPIException {
        Intracomm node = WORLD.splitType(Comm.TYPE_SHARED, me, MPI.INFO_NULL);
        // Ranks that talk over tcp have no memory in common, wherever they are.
        int near = "tcp".equals(System.getProperty("hawser.fabric")) ? 1 : JobDescription.current().localSize();
        check(node.getSize() == near, "ranks that share memory: " + near + ", and " + node.getSize() + " together");
        check(near < size || Comm.compare(node, WORLD) == MPI.CONGRUENT, "one node, in another order");
        check(WORLD.splitType(MPI.UNDEFINED, me, MPI.INFO_NULL).isNull(), "undefined, and not null");
        node.free();
    }

    private void ofGroups() throws MPIException {
        Group all = WORLD.getGroup();
        int[] reversed = new int[size];
        Arrays.setAll(reversed, i -> size - 1 - i);
        Intracomm turned = WORLD.create(all.incl(reversed));
        check(turned.getRank() == size - 1 - me, "rank " + turned.getRank());
        Rounds.pass(turned, size, 5);
        turned.free();
        Group even = all.rangeIncl(new int[][] {{0, size - 1, 2}});
        Intracomm evens = WORLD.create(even);
        check(evens.isNull() == (me % 2 == 1), "null at " + me);
        // Groups that have nobody in common, at the same time.
        Intracomm mine = WORLD.create(me % 2 == 0 ? even : Group.difference(all, even));
        check(mine.getSize() == (size + 1 - me % 2) / 2, "size " + mine.getSize());
        Rounds.all(mine, mine.getSize(), me % 2);
        check(WORLD.create(MPI.GROUP_EMPTY).isNull(), "of nobody, and not null");
        if (!evens.isNull()) {
            check(Comm.compare(evens, mine) == MPI.CONGRUENT, "the same group twice");
            evens.free();
        }
        mine.free();
    }

    private void byMembersOnly() throws MPIException {
        Group all = WORLD.getGroup();
        if (me > 0 || size == 1) {
            Group rest = size == 1 ? all : all.excl(new int[] {0});
            Intracomm others = WORLD.createGroup(rest, 3);
            check(others.getSize() == Math.max(1, size - 1), "size " + others.getSize());
            Rounds.pass(others, others.getSize(), 6);
            Intracomm again = WORLD.createGroup(rest, 3);
            check(Comm.compare(others, again) == MPI.CONGRUENT, "not congruent");
            others.free();
            again.free();
        }
        WORLD.barrier();
    }

    /** Halves of halves, down to single processes, all alive at once. */
    private void nested() throws MPIException {
        Intracomm comm = WORLD.dup();
        Intracomm[] chain = new Intracomm[10];
        int depth = 0;
        while (comm.getSize() > 1) {
            chain[depth++] = comm;
            comm = comm.split(comm.getRank() < comm.getSize() / 2 ? 0 : 1, 0);
        }
        for (int i = 0; i < depth; i++) {
            Rounds.all(chain[i], chain[i].getSize(), i);
            chain[i].free();
        }
        comm.free();
    }
}
