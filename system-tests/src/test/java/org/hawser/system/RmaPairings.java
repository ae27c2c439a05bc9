package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.util.stream.IntStream;
import mpi.Group;
import mpi.MPI;
import mpi.MPIException;

/** What the standard says of post, start, complete, wait and test, one rule a method. */
final class RmaPairings {
    private RmaPairings() {
    }

    static void run() throws MPIException {
        whatWasPutIsThereAfterTheWait();
        allReachAll();
        aTargetWaitsForEveryOrigin();
        groupsMayBeEmpty();
        groupsMayNameThemselvesAndBeInAnyOrder();
        testTellsWhenOriginsAreDone();
        nothingNeedBeCheckedAfterTheyMet();
        epochsFollowEachOtherFast();
        exposureAndAccessOverlap();
        getsAndUpdatesAreOverAtComplete();
        aGroupMayBeFreedOnceGiven();
    }

    private static void whatWasPutIsThereAfterTheWait() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(3)) {
            longs.win.post(longs.group(longs.previous()), 0);
            longs.win.start(longs.group(longs.next()), 0);
            longs.put(longs.me + 50, longs.next(), 1);
            longs.win.complete();
            longs.win.waitFor();
            longs.expect(1, longs.previous() + 50, "put by the one before");
            longs.expect(0, RmaLongs.initial(longs.me, 0), "beside it");
            longs.expect(2, RmaLongs.initial(longs.me, 2), "beside it");
        }
    }

    private static int[] all(int size) {
        return IntStream.range(0, size).toArray();
    }

    private static void allReachAll() throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        try (RmaLongs longs = RmaLongs.of(size)) {
            for (int round = 0; round < 5; round++) {
                longs.win.post(longs.group(all(size)), 0);
                longs.win.start(longs.group(all(size)), 0);
                for (int target = 0; target < size; target++) {
                    longs.put(round + longs.me * 7L + target, target, longs.me);
                }
                longs.win.complete();
                longs.win.waitFor();
                for (int i = 0; i < size; i++) {
                    longs.expect(i, round + i * 7L + longs.me, "from rank " + i);
                }
                longs.comm.barrier();
            }
        }
    }

    private static void aTargetWaitsForEveryOrigin() throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        try (RmaLongs longs = RmaLongs.of(1)) {
            if (longs.me == 0) {
                longs.set(0, 0);
                longs.win.post(longs.group(IntStream.range(1, size).toArray()), 0);
                longs.win.waitFor();
                longs.expect(0, size - 1, "additions of all others");
            } else {
                longs.win.start(longs.group(0), 0);
                longs.add(1, 0, 0);
                longs.win.complete();
            }
        }
    }

    private static void groupsMayBeEmpty() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            for (int i = 0; i < 3; i++) {
                longs.win.post(MPI.GROUP_EMPTY, 0);
                check(i % 2 == 0 || longs.win.test(), "a test of nobody");
                if (i % 2 == 0) {
                    longs.win.waitFor();
                }
                longs.win.start(MPI.GROUP_EMPTY, 0);
                longs.win.complete();
            }
            longs.expectUntouched(0, "empty groups");
        }
    }

    private static void groupsMayNameThemselvesAndBeInAnyOrder() throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        int[] backwards = IntStream.range(0, size).map(i -> size - 1 - i).toArray();
        try (RmaLongs longs = RmaLongs.of(size)) {
            longs.win.post(longs.group(backwards), MPI.MODE_NOSTORE);
            longs.win.start(longs.group(all(size)), 0);
            for (int target : backwards) {
                longs.put(longs.me, target, longs.me);
            }
            longs.win.complete();
            longs.win.waitFor();
            for (int i = 0; i < size; i++) {
                longs.expect(i, i, "from rank " + i);
            }
        }
    }

    /** The origin completes only after it was told that the target's test said no. */
    private static void testTellsWhenOriginsAreDone() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            int last = longs.size - 1;
            if (last == 0) {
                return;
            }
            if (longs.me == 0) {
                longs.win.post(longs.group(last), 0);
                for (int i = 0; i < 20; i++) {
                    check(!longs.win.test(), "a test before complete");
                }
                longs.comm.send(new int[1], 1, MPI.INT, last, 3);
                while (!longs.win.test()) {
                    Thread.onSpinWait();
                }
                longs.expect(0, 77, "what was put before the test said yes");
            } else if (longs.me == last) {
                longs.win.start(longs.group(0), 0);
                longs.put(77, 0, 0);
                longs.comm.recv(new int[1], 1, MPI.INT, 0, 3);
                longs.win.complete();
            }
        }
    }

    private static void nothingNeedBeCheckedAfterTheyMet() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(2)) {
            for (int round = 0; round < 10; round++) {
                longs.win.post(longs.group(longs.previous()), MPI.MODE_NOCHECK | (round % 2 == 0 ? 0
                    : MPI.MODE_NOSTORE));
                longs.comm.barrier();
                longs.win.start(longs.group(longs.next()), MPI.MODE_NOCHECK);
                longs.put(round, longs.next(), 1);
                longs.win.complete();
                longs.win.waitFor();
                longs.expect(1, round, "round without checks");
                // Then with, as what was not checked must not be left over.
                longs.win.post(longs.group(longs.previous()), 0);
                longs.win.start(longs.group(longs.next()), 0);
                longs.put(-round, longs.next(), 1);
                longs.win.complete();
                longs.win.waitFor();
                longs.expect(1, -round, "round with checks");
            }
        }
    }

    private static void epochsFollowEachOtherFast() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            Group before = longs.group(longs.previous());
            Group after = longs.group(longs.next());
            for (int i = 0; i < 500; i++) {
                longs.win.post(before, 0);
                longs.win.start(after, 0);
                longs.put(i, longs.next(), 0);
                longs.win.complete();
                longs.win.waitFor();
                longs.expect(0, i, "epoch " + i);
            }
        }
    }

    /** A rank may be target in one epoch that goes on while it is origin in several others. */
    private static void exposureAndAccessOverlap() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(4)) {
            if (longs.size < 3) {
                return;
            }
            if (longs.me == 0) {
                longs.win.post(longs.group(1), 0);
                for (int i = 0; i < 4; i++) {
                    longs.win.start(longs.group(2), 0);
                    longs.put(i + 10, 2, i);
                    longs.win.complete();
                }
                longs.comm.send(new int[1], 1, MPI.INT, 1, 4);
                longs.win.waitFor();
                longs.expect(0, 99, "put at the end of the long exposure");
            } else if (longs.me == 1) {
                longs.win.start(longs.group(0), 0);
                longs.comm.recv(new int[1], 1, MPI.INT, 0, 4);
                longs.put(99, 0, 0);
                longs.win.complete();
            } else if (longs.me == 2) {
                for (int i = 0; i < 4; i++) {
                    longs.win.post(longs.group(0), 0);
                    longs.win.waitFor();
                    longs.expect(i, i + 10, "short exposure " + i);
                }
            }
        }
    }

    private static void getsAndUpdatesAreOverAtComplete() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(4)) {
            long[] got = new long[2];
            long[] before = new long[1];
            longs.win.post(longs.group(longs.previous()), 0);
            longs.win.start(longs.group(longs.next()), 0);
            longs.get(got, longs.next(), 0);
            longs.win.fetchAndOp(new long[] {5}, before, MPI.LONG, longs.next(), 2L, MPI.SUM);
            longs.win.complete();
            check(got[0] == RmaLongs.initial(longs.next(), 0) && got[1] == RmaLongs.initial(longs.next(), 1),
                "got at complete");
            check(before[0] == RmaLongs.initial(longs.next(), 2), "fetched at complete");
            longs.win.waitFor();
            longs.expect(2, RmaLongs.initial(longs.me, 2) + 5, "added");
        }
    }

    private static void aGroupMayBeFreedOnceGiven() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            Group before = longs.group(longs.previous());
            Group after = longs.group(longs.next());
            longs.win.post(before, 0);
            before.free();
            longs.win.start(after, 0);
            after.free();
            longs.put(8, longs.next(), 0);
            longs.win.complete();
            longs.win.waitFor();
            longs.expect(0, 8, "groups freed inside the epoch");
        }
    }
}
