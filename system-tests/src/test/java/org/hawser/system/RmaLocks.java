package org.hawser.system;

import static org.hawser.system.Traffic.check;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** What the standard says of locks, flushes, sync and requests, one rule a method. */
final class RmaLocks {
    private RmaLocks() {
    }

    static void run() throws MPIException {
        unlockEndsWhatWasStarted();
        exclusiveLocksExcludeEachOther();
        sharedLocksAreHeldTogether();
        lockAllGoesBesideSharedLocks();
        severalTargetsAreLockedAtOnce();
        aRankLocksItself();
        locksAndUnlocksWithoutOperations();
        locksThatNeedNoCheckLeaveNothingBehind();
        flushEndsAtTheTarget();
        flushLocalGivesTheOriginBack();
        flushesOfAllEndAll();
        aWriterGetsItsTurnAmongReaders();
        readersGetTheirTurnAmongWriters();
        aFlagIsSeenByOneThatLooksWithSync();
        windowsAreLockedApart();
    }

    private static void unlockEndsWhatWasStarted() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(3)) {
            for (int type : new int[] {MPI.LOCK_SHARED, MPI.LOCK_EXCLUSIVE}) {
                longs.fill();
                long[] got = new long[1];
                longs.win.lock(type, longs.next(), 0);
                longs.put(type + 10, longs.next(), 0);
                longs.get(got, longs.next(), 1);
                longs.add(5, longs.next(), 2);
                longs.win.unlock(longs.next());
                check(got[0] == RmaLongs.initial(longs.next(), 1), "got at unlock");
                longs.comm.barrier();
                longs.expect(0, type + 10, "put at unlock");
                longs.expect(2, RmaLongs.initial(longs.me, 2) + 5, "added at unlock");
            }
        }
    }

    /** Each reads, waits a little, and writes back: with two inside at once additions would be lost. */
    private static void exclusiveLocksExcludeEachOther() throws MPIException {
        int each = 150;
        try (RmaLongs longs = RmaLongs.of(2)) {
            long[] held = new long[2];
            for (int i = 0; i < each; i++) {
                longs.win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                longs.get(held, 0, 0);
                longs.win.flush(0);
                check(held[0] - held[1] == RmaLongs.initial(0, 0) - RmaLongs.initial(0, 1), "seen half written");
                longs.put(held[0] + 1, 0, 0);
                longs.put(held[1] + 1, 0, 1);
                longs.win.unlock(0);
            }
            longs.comm.barrier();
            if (longs.me == 0) {
                longs.expect(0, RmaLongs.initial(0, 0) + (long) each * longs.size, "additions under exclusive locks");
            }
        }
    }

    /** They could not meet if one had to wait for another. */
    private static void sharedLocksAreHeldTogether() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            for (int target = 0; target < longs.size; target++) {
                longs.win.lock(MPI.LOCK_SHARED, target, 0);
                longs.comm.barrier();
                longs.win.unlock(target);
            }
        }
    }

    private static void lockAllGoesBesideSharedLocks() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            if (longs.me == 0) {
                longs.win.lockAll(0);
                longs.comm.barrier();
                longs.win.unlockAll();
            } else {
                longs.win.lock(MPI.LOCK_SHARED, 0, 0);
                longs.win.lock(MPI.LOCK_SHARED, longs.me, 0);
                longs.comm.barrier();
                longs.win.unlock(longs.me);
                longs.win.unlock(0);
            }
        }
    }

    private static void severalTargetsAreLockedAtOnce() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            for (int target = 0; target < longs.size; target++) {
                longs.win.lock(target % 2 == 0 ? MPI.LOCK_EXCLUSIVE : MPI.LOCK_SHARED, target, 0);
            }
            for (int target = 0; target < longs.size; target++) {
                longs.add(1, target, 0);
            }
            for (int target = longs.size - 1; target >= 0; target--) {
                longs.win.unlock(target);
            }
            longs.comm.barrier();
            longs.expect(0, RmaLongs.initial(longs.me, 0) + longs.size, "one of each");
        }
    }

    private static void aRankLocksItself() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(2)) {
            longs.win.lock(MPI.LOCK_EXCLUSIVE, longs.me, 0);
            longs.set(0, 3);
            longs.put(4, longs.me, 1);
            longs.win.unlock(longs.me);
            longs.expect(0, 3, "stored under its own lock");
            longs.expect(1, 4, "put under its own lock");
        }
    }

    private static void locksAndUnlocksWithoutOperations() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            for (int i = 0; i < 100; i++) {
                longs.win.lock(i % 3 == 0 ? MPI.LOCK_SHARED : MPI.LOCK_EXCLUSIVE, i % longs.size, 0);
                longs.win.unlock(i % longs.size);
                longs.win.lockAll(0);
                longs.win.unlockAll();
            }
            longs.comm.barrier();
            longs.expectUntouched(0, "locks alone");
        }
    }

    private static void locksThatNeedNoCheckLeaveNothingBehind() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(2)) {
            longs.win.lockAll(MPI.MODE_NOCHECK);
            longs.put(longs.me, longs.next(), 0);
            longs.win.unlockAll();
            longs.comm.barrier();
            longs.win.lock(MPI.LOCK_EXCLUSIVE, longs.next(), MPI.MODE_NOCHECK);
            longs.put(longs.me + 1, longs.next(), 1);
            longs.win.unlock(longs.next());
            longs.comm.barrier();
            longs.expect(0, longs.previous(), "under all locks");
            longs.expect(1, longs.previous() + 1, "under one lock");
            longs.win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            longs.win.unlock(0);
        }
    }

    private static void flushEndsAtTheTarget() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            longs.win.lockAll(0);
            for (int i = 0; i < 20; i++) {
                longs.put(i + 100, longs.next(), 0);
                longs.win.flush(longs.next());
                longs.comm.barrier();
                longs.win.sync();
                longs.expect(0, i + 100, "after the origin's flush");
                longs.comm.barrier();
            }
            longs.win.unlockAll();
        }
    }

    private static void flushLocalGivesTheOriginBack() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(4)) {
            long[] given = {11, 12};
            longs.win.lock(MPI.LOCK_SHARED, longs.next(), 0);
            longs.win.put(given, 1, MPI.LONG, longs.next(), 0L, 1, MPI.LONG);
            longs.win.flushLocal(longs.next());
            given[0] = -1;
            longs.win.accumulate(new long[] {1}, 1, MPI.LONG, longs.next(), 1L, 1, MPI.LONG, MPI.SUM);
            longs.win.put(given, 2, MPI.LONG, longs.next(), 2L, 2, MPI.LONG);
            longs.win.flushLocalAll();
            given[0] = -2;
            given[1] = -3;
            longs.win.unlock(longs.next());
            longs.comm.barrier();
            longs.expect(0, 11, "changed after flushLocal");
            longs.expect(2, -1, "changed after flushLocalAll");
            longs.expect(3, 12, "changed after flushLocalAll");
        }
    }

    private static void flushesOfAllEndAll() throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        try (RmaLongs longs = RmaLongs.of(2 * size)) {
            long[][] got = new long[size][1];
            longs.win.lockAll(0);
            for (int target = 0; target < size; target++) {
                longs.put(longs.me + 5, target, longs.me);
                longs.get(got[target], target, size + longs.me);
            }
            longs.win.flushAll();
            for (int target = 0; target < size; target++) {
                check(got[target][0] == RmaLongs.initial(target, size + longs.me), "got at flushAll from " + target);
            }
            longs.comm.barrier();
            longs.win.sync();
            for (int i = 0; i < size; i++) {
                longs.expect(i, i + 5, "put at flushAll by " + i);
            }
            longs.win.unlockAll();
        }
    }

    /** Readers come again and again until the writer has been. */
    private static void aWriterGetsItsTurnAmongReaders() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            long[] seen = {0};
            if (longs.me == 0) {
                longs.win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                longs.put(-1, 0, 0);
                longs.win.unlock(0);
            }
            while (longs.me != 0 && seen[0] != -1) {
                longs.win.lock(MPI.LOCK_SHARED, 0, 0);
                longs.get(seen, 0, 0);
                longs.win.unlock(0);
            }
        }
    }

    /** The other way round: writers come again and again until every reader has been. */
    private static void readersGetTheirTurnAmongWriters() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(2)) {
            int writers = (longs.size + 1) / 2;
            long[] seen = new long[2];
            if (longs.me >= writers) {
                longs.win.lock(MPI.LOCK_SHARED, 0, 0);
                longs.add(1, 0, 0);
                longs.win.unlock(0);
                return;
            }
            while (seen[0] != longs.size - writers + RmaLongs.initial(0, 0)) {
                longs.win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                longs.get(seen, 0, 0);
                longs.win.flush(0);
                longs.put(seen[1] + 1, 0, 1);
                longs.win.unlock(0);
            }
        }
    }

    private static void aFlagIsSeenByOneThatLooksWithSync() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(2)) {
            longs.win.lockAll(0);
            for (int round = 1; round <= 20; round++) {
                longs.put(round * 3L, longs.next(), 1);
                longs.win.flush(longs.next());
                longs.win.accumulate(new long[] {-round}, 1, MPI.LONG, longs.next(), 0L, 1, MPI.LONG, MPI.REPLACE);
                longs.win.flush(longs.next());
                while (longs.get(0) != -round) {
                    longs.win.sync();
                }
                longs.win.sync();
                longs.expect(1, round * 3L, "what was put before the flag");
                longs.comm.barrier();
            }
            longs.win.unlockAll();
        }
    }

    private static void windowsAreLockedApart() throws MPIException {
        try (RmaLongs first = RmaLongs.of(1); RmaLongs second = RmaLongs.of(1)) {
            RmaLongs mine = first.me % 2 == 0 ? first : second;
            int target = first.me / 2 * 2;
            // Two ranks hold the same target exclusively, each in its window, and meet.
            mine.win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
            first.comm.barrier();
            mine.put(6, target, 0);
            mine.win.unlock(target);
            first.comm.barrier();
            if (first.me % 2 == 0) {
                first.expect(0, 6, "the first window");
            }
        }
    }

    /** The forms with requests, apart from the rules of locks. */
    static void requests() throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        try (RmaLongs longs = RmaLongs.of(4 * size)) {
            longs.win.lockAll(0);
            int to = longs.next();
            int at = 4 * longs.me;
            long[] given = {21};
            long[] got = new long[1];
            long[] before = new long[1];
            longs.win.rPut(given, 1, MPI.LONG, to, (long) at, 1, MPI.LONG).waitFor();
            given[0] = -1;
            longs.win.rGet(got, 1, MPI.LONG, to, at + 1L, 1, MPI.LONG).waitFor();
            check(got[0] == RmaLongs.initial(to, at + 1), "rGet: found=" + got[0]);
            Request[] both = {
                longs.win.rAccumulate(new long[] {3}, 1, MPI.LONG, to, at + 2L, 1, MPI.LONG, MPI.SUM),
                longs.win.rGetAccumulate(new long[] {4}, 1, MPI.LONG, before, 1, MPI.LONG, to, at + 3L, 1, MPI.LONG,
                    MPI.SUM)};
            Request.waitAll(both);
            check(before[0] == RmaLongs.initial(to, at + 3), "rGetAccumulate: found=" + before[0]);
            check(both[0].isNull() && both[1].isNull(), "requests that were waited for are null");
            Request none = longs.win.rPut(given, 1, MPI.LONG, MPI.PROC_NULL, 0L, 1, MPI.LONG);
            none.waitFor();
            many(longs, to, at);
            longs.win.flushAll();
            longs.comm.barrier();
            longs.win.sync();
            int from = 4 * longs.previous();
            longs.expect(from, 21, "rPut");
            longs.expect(from + 2, RmaLongs.initial(longs.me, from + 2) + 3 + 40, "rAccumulate");
            longs.expect(from + 3, RmaLongs.initial(longs.me, from + 3) + 4, "rGetAccumulate");
            longs.win.unlockAll();
        }
    }

    /** Many requests at once, looked after by test. */
    private static void many(RmaLongs longs, int to, int at) throws MPIException {
        Request[] requests = new Request[40];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = longs.win.rAccumulate(new long[] {1}, 1, MPI.LONG, to, at + 2L, 1, MPI.LONG, MPI.SUM);
        }
        for (int i = requests.length - 1; i >= 0; i--) {
            while (!requests[i].test()) {
                Thread.onSpinWait();
            }
        }
    }
}
