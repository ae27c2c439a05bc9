package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.util.function.IntPredicate;
import mpi.MPI;
import mpi.MPIException;

/** What the standard says of fences, one rule a method. */
final class RmaFences {
    private RmaFences() {
    }

    static void run() throws MPIException {
        putsAreThereAfterTheFence();
        getsSeeWhatWasStoredBeforeTheFence();
        whatAllAddIsTheSum();
        everyTrueAssertionMayBeGiven();
        fencesWithoutOperationsFollowEachOther();
        otherEpochsFollowAFenceThatNothingSucceeds();
        aFenceThatNobodyUsedGivesWayToLocks();
        fencesOfTwoWindowsAreApart();
        manySmallPutsAreAllThere();
        aRankReachesItself();
        requestsAreWaitedForOrLeftToTheFence();
    }

    private static void putsAreThereAfterTheFence() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(4)) {
            longs.win.fence(0);
            longs.put(7 + longs.me, longs.next(), 0);
            longs.win.fence(0);
            longs.expect(0, 7 + longs.previous(), "put by the one before");
            longs.expectUntouched(1, "beside what was put");
            longs.win.fence(MPI.MODE_NOSUCCEED);
        }
    }

    private static void getsSeeWhatWasStoredBeforeTheFence() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(3)) {
            for (int round = 0; round < 20; round++) {
                longs.set(1, round * 100L + longs.me);
                longs.win.fence(0);
                long[] got = new long[1];
                longs.get(got, longs.next(), 1);
                longs.win.fence(0);
                check(got[0] == round * 100L + longs.next(), "stored before the fence: found=" + got[0]);
            }
            longs.win.fence(MPI.MODE_NOSUCCEED);
        }
    }

    private static void whatAllAddIsTheSum() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(2)) {
            longs.win.fence(MPI.MODE_NOPRECEDE);
            for (int target = 0; target < longs.size; target++) {
                for (int i = 0; i < 50; i++) {
                    longs.add(longs.me + 1, target, 0);
                }
            }
            longs.win.fence(MPI.MODE_NOSUCCEED);
            long all = 50L * longs.size * (longs.size + 1) / 2;
            longs.expect(0, RmaLongs.initial(longs.me, 0) + all, "sum of all");
            longs.expectUntouched(1, "beside the sum");
        }
    }

    /** An epoch with a put, an epoch with a get, an epoch with a store: each with all that is true of it. */
    private static void everyTrueAssertionMayBeGiven() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(2)) {
            for (int given = 0; given < 32; given++) {
                int chosen = given;
                IntPredicate gives = bit -> (chosen & bit) == bit;
                longs.win.fence(gives.test(MPI.MODE_NOPRECEDE) ? MPI.MODE_NOPRECEDE : 0);
                longs.put(given, longs.next(), 0);
                longs.win.fence(given & (MPI.MODE_NOSTORE | MPI.MODE_NOPUT));
                long[] got = new long[1];
                longs.get(got, longs.next(), 0);
                longs.win.fence(given & (MPI.MODE_NOSTORE | MPI.MODE_NOPUT));
                check(got[0] == given, "got in the second epoch: found=" + got[0] + " expected=" + given);
                longs.set(0, -1);
                longs.win.fence(given & MPI.MODE_NOSUCCEED);
                longs.expect(0, -1, "stored in the third epoch");
            }
        }
    }

    private static void fencesWithoutOperationsFollowEachOther() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            for (int i = 0; i < 200; i++) {
                longs.win.fence(i % 2 == 0 ? 0 : MPI.MODE_NOPRECEDE | MPI.MODE_NOSUCCEED);
            }
            longs.expectUntouched(0, "fences alone");
        }
    }

    private static void otherEpochsFollowAFenceThatNothingSucceeds() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(4)) {
            for (int round = 0; round < 3; round++) {
                longs.win.fence(MPI.MODE_NOPRECEDE);
                longs.put(1, longs.next(), 0);
                longs.win.fence(MPI.MODE_NOSUCCEED);
                longs.win.lock(MPI.LOCK_SHARED, longs.next(), 0);
                longs.put(2, longs.next(), 1);
                longs.win.unlock(longs.next());
                longs.win.post(longs.group(longs.previous()), 0);
                longs.win.start(longs.group(longs.next()), 0);
                longs.put(3, longs.next(), 2);
                longs.win.complete();
                longs.win.waitFor();
                longs.comm.barrier();
                for (int i = 0; i < 3; i++) {
                    longs.expect(i, i + 1, "epoch kind " + i);
                }
                longs.fill();
            }
        }
    }

    private static void aFenceThatNobodyUsedGivesWayToLocks() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            longs.win.fence(0);
            longs.win.lockAll(0);
            longs.put(9, longs.next(), 0);
            longs.win.unlockAll();
            longs.comm.barrier();
            longs.expect(0, 9, "put under a lock after a fence");
            longs.win.fence(MPI.MODE_NOSUCCEED);
        }
    }

    private static void fencesOfTwoWindowsAreApart() throws MPIException {
        try (RmaLongs first = RmaLongs.of(2); RmaLongs second = RmaLongs.of(2)) {
            first.win.fence(0);
            second.win.fence(0);
            first.put(5, first.next(), 0);
            second.put(6, second.next(), 0);
            second.win.fence(MPI.MODE_NOSUCCEED);
            second.expect(0, 6, "the second window");
            first.win.fence(MPI.MODE_NOSUCCEED);
            first.expect(0, 5, "the first window");
        }
    }

    private static void manySmallPutsAreAllThere() throws MPIException {
        int each = 300;
        try (RmaLongs longs = RmaLongs.of(each * MPI.COMM_WORLD.getSize())) {
            for (int round = 0; round < 3; round++) {
                longs.win.fence(0);
                for (int i = 0; i < each; i++) {
                    for (int target = 0; target < longs.size; target++) {
                        longs.put(round + longs.me * 10_000L + i, target, longs.me * each + i);
                    }
                }
                longs.win.fence(0);
                for (int i = 0; i < longs.length; i++) {
                    longs.expect(i, round + i / each * 10_000L + i % each, "many puts, round " + round);
                }
                // Lest the next round's puts come while this one's are looked at.
                longs.win.fence(0);
            }
            longs.win.fence(MPI.MODE_NOSUCCEED);
        }
    }

    /** Not the standard's, but what programs written for Open MPI do. */
    private static void requestsAreWaitedForOrLeftToTheFence() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(2)) {
            long[] given = {longs.me};
            long[] got = new long[1];
            longs.win.fence(0);
            longs.win.rPut(given, 1, MPI.LONG, longs.next(), 0L, 1, MPI.LONG).waitFor();
            longs.win.rGet(got, 1, MPI.LONG, longs.next(), 1L, 1, MPI.LONG);
            longs.win.fence(MPI.MODE_NOSUCCEED);
            longs.expect(0, longs.previous(), "put with a request");
            check(got[0] == RmaLongs.initial(longs.next(), 1), "got with a request: found=" + got[0]);
        }
    }

    private static void aRankReachesItself() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(3)) {
            long[] got = new long[1];
            longs.win.fence(0);
            longs.put(41, longs.me, 0);
            longs.get(got, longs.me, 1);
            longs.add(1, longs.me, 2);
            longs.win.fence(MPI.MODE_NOSUCCEED);
            longs.expect(0, 41, "put to itself");
            check(got[0] == RmaLongs.initial(longs.me, 1), "got from itself: found=" + got[0]);
            longs.expect(2, RmaLongs.initial(longs.me, 2) + 1, "added to itself");
        }
    }
}
