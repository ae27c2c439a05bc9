package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import mpi.Datatype;
import mpi.Group;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;
import mpi.Win;

/** What is wrong is refused at the origin with its class; the target's memory is untouched, and the window works on. */
final class RmaMistakes {
    private static final int LENGTH = 8;

    private final RmaLongs longs;
    private final Win win;
    private final int next;
    private final long[] one = {-99};
    private final long[] got = new long[1];

    /** A call that must be refused. */
    @FunctionalInterface
    private interface Call {
        void run() throws MPIException;
    }

    private RmaMistakes() throws MPIException {
        longs = RmaLongs.of(LENGTH);
        win = longs.win;
        next = longs.next();
    }

    static void run() throws MPIException {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        RmaMistakes mistakes = new RmaMistakes();
        mistakes.operationsNeedAnEpoch();
        mistakes.operationsStayInTheWindow();
        mistakes.argumentsAreChecked();
        mistakes.updatesTakeTheirTypes();
        mistakes.locksComeInPairs();
        mistakes.pairingsComeInPairs();
        mistakes.epochsDoNotMix();
        mistakes.assertionsAreKnown();
        mistakes.aFreedWindowIsGone();
        windowsNeedMemoryAndUnits();
    }

    private static void assertRefused(int errorClass, String what, Call call) {
        try {
            call.run();
        } catch (MPIException e) {
            check(e.getErrorClass() == errorClass, what + ": class=" + e.getErrorClass() + " wanted=" + errorClass
                + ": " + e.getMessage());
            check(e.getMessage() != null && e.getMessage().length() > 10, what + ": no reason is given");
            return;
        }
        throw new AssertionError(what + ": not refused");
    }

    /** At the end of each rule: nobody's memory was touched, and a good operation works. */
    private void allIsWell(String after) throws MPIException {
        longs.comm.barrier();
        longs.expectUntouched(0, "after " + after);
        longs.comm.barrier();
        win.lock(MPI.LOCK_EXCLUSIVE, next, 0);
        longs.add(1, next, 0);
        win.unlock(next);
        longs.comm.barrier();
        longs.expect(0, RmaLongs.initial(longs.me, 0) + 1, "works after " + after);
        longs.fill();
    }

    /** Every operation, towards one target. */
    private void allOperations(int errorClass, String what, int target, long displacement) {
        assertRefused(errorClass, "put " + what, () -> win.put(one, 1, MPI.LONG, target, displacement, 1, MPI.LONG));
        assertRefused(errorClass, "get " + what, () -> win.get(got, 1, MPI.LONG, target, displacement, 1, MPI.LONG));
        assertRefused(errorClass, "accumulate " + what, () -> win.accumulate(one, 1, MPI.LONG, target, displacement, 1,
            MPI.LONG, MPI.REPLACE));
        assertRefused(errorClass, "getAccumulate " + what, () -> win.getAccumulate(one, 1, MPI.LONG, got, 1, MPI.LONG,
            target, displacement, 1, MPI.LONG, MPI.REPLACE));
        assertRefused(errorClass, "fetchAndOp " + what, () -> win.fetchAndOp(one, got, MPI.LONG, target, displacement,
            MPI.REPLACE));
        assertRefused(errorClass, "compareAndSwap " + what, () -> win.compareAndSwap(one,
            new long[] {RmaLongs.initial(next, 0)}, got, MPI.LONG, target, displacement));
        assertRefused(errorClass, "rPut " + what, () -> win.rPut(one, 1, MPI.LONG, target, displacement, 1, MPI.LONG));
        assertRefused(errorClass, "rGet " + what, () -> win.rGet(got, 1, MPI.LONG, target, displacement, 1, MPI.LONG));
        assertRefused(errorClass, "rAccumulate " + what, () -> win.rAccumulate(one, 1, MPI.LONG, target, displacement,
            1, MPI.LONG, MPI.REPLACE));
        assertRefused(errorClass, "rGetAccumulate " + what, () -> win.rGetAccumulate(one, 1, MPI.LONG, got, 1,
            MPI.LONG, target, displacement, 1, MPI.LONG, MPI.REPLACE));
        check(got[0] == 0, "nothing was fetched by " + what);
    }

    private void operationsNeedAnEpoch() throws MPIException {
        allOperations(MPI.ERR_RMA_SYNC, "without an epoch", next, 0);
        if (longs.size > 1) {
            win.lock(MPI.LOCK_SHARED, longs.me, 0);
            allOperations(MPI.ERR_RMA_SYNC, "to one that is not locked", next, 0);
            win.unlock(longs.me);
        }
        win.fence(MPI.MODE_NOSUCCEED);
        allOperations(MPI.ERR_RMA_SYNC, "after a fence that nothing succeeds", next, 0);
        win.lockAll(0);
        win.unlockAll();
        allOperations(MPI.ERR_RMA_SYNC, "after unlockAll", next, 0);
        allIsWell("operations without an epoch");
    }

    private void operationsStayInTheWindow() throws MPIException {
        win.lockAll(0);
        allOperations(MPI.ERR_DISP, "behind the end", next, LENGTH);
        allOperations(MPI.ERR_DISP, "far behind the end", next, Long.MAX_VALUE / 4);
        allOperations(MPI.ERR_DISP, "before the beginning", next, -1);
        long[] many = new long[LENGTH + 1];
        assertRefused(MPI.ERR_DISP, "put of too many", () -> win.put(many, LENGTH + 1, MPI.LONG, next, 0L, LENGTH + 1,
            MPI.LONG));
        assertRefused(MPI.ERR_DISP, "get of the last and one more", () -> win.get(many, 2, MPI.LONG, next, LENGTH - 1L,
            2, MPI.LONG));
        Datatype wide = Datatype.createVector(2, 1, LENGTH, MPI.LONG);
        wide.commit();
        assertRefused(MPI.ERR_DISP, "put with gaps that leave the window", () -> win.put(many, 2, MPI.LONG, next, 0L, 1,
            wide));
        assertRefused(MPI.ERR_DISP, "accumulate with gaps that leave the window", () -> win.accumulate(many, 2,
            MPI.LONG, next, 0L, 1, wide, MPI.SUM));
        Datatype before = Datatype.createIndexed(new int[] {1}, new int[] {-1}, MPI.LONG);
        before.commit();
        assertRefused(MPI.ERR_DISP, "put before the beginning", () -> win.put(many, 1, MPI.LONG, next, 0L, 1, before));
        win.unlockAll();
        wide.free();
        before.free();
        allIsWell("operations outside the window");
    }

    private void argumentsAreChecked() throws MPIException {
        win.lockAll(0);
        allOperations(MPI.ERR_RANK, "to a rank too large", longs.size, 0);
        allOperations(MPI.ERR_RANK, "to a rank too small", -7, 0);
        assertRefused(MPI.ERR_COUNT, "a negative count", () -> win.put(one, -1, MPI.LONG, next, 0L, 1, MPI.LONG));
        assertRefused(MPI.ERR_COUNT, "a negative count", () -> win.put(one, 1, MPI.LONG, next, 0L, -1, MPI.LONG));
        assertRefused(MPI.ERR_TYPE, "no type", () -> win.put(one, 1, null, next, 0L, 1, MPI.LONG));
        assertRefused(MPI.ERR_TYPE, "no type", () -> win.get(one, 1, MPI.LONG, next, 0L, 1, null));
        Datatype raw = Datatype.createContiguous(1, MPI.LONG);
        assertRefused(MPI.ERR_TYPE, "a type not committed", () -> win.put(one, 1, MPI.LONG, next, 0L, 1, raw));
        raw.free();
        assertRefused(MPI.ERR_TYPE, "a freed type", () -> win.put(one, 1, raw, next, 0L, 1, MPI.LONG));
        assertRefused(MPI.ERR_BUFFER, "an origin too small", () -> win.put(one, 2, MPI.LONG, next, 0L, 2, MPI.LONG));
        assertRefused(MPI.ERR_BUFFER, "a result too small", () -> win.get(new long[0], 1, MPI.LONG, next, 0L, 1,
            MPI.LONG));
        assertRefused(MPI.ERR_BUFFER, "no origin", () -> win.put((Object) null, 1, MPI.LONG, next, 0L, 1, MPI.LONG));
        assertRefused(MPI.ERR_BUFFER, "a result that cannot be written", () -> win.get(
            LongBuffer.allocate(1).asReadOnlyBuffer(), 1, MPI.LONG, next, 0, 1, MPI.LONG));
        assertRefused(MPI.ERR_OP, "no operation", () -> win.accumulate(one, 1, MPI.LONG, next, 0L, 1, MPI.LONG, null));
        win.unlockAll();
        allIsWell("wrong arguments");
    }

    private void updatesTakeTheirTypes() throws MPIException {
        Op own = new Op(new UserFunction() { }, true);
        Datatype pair = Datatype.createContiguous(2, MPI.LONG);
        pair.commit();
        double[] real = {1};
        win.lockAll(0);
        assertRefused(MPI.ERR_OP, "an operation of the program", () -> win.accumulate(one, 1, MPI.LONG, next, 0L, 1,
            MPI.LONG, own));
        assertRefused(MPI.ERR_OP, "bits of a double", () -> win.accumulate(real, 1, MPI.DOUBLE, next, 0L, 1,
            MPI.DOUBLE, MPI.BAND));
        assertRefused(MPI.ERR_OP, "bits of a double", () -> win.fetchAndOp(real, real.clone(), MPI.DOUBLE, next, 0L,
            MPI.BXOR));
        assertRefused(MPI.ERR_OP, "the place of a long", () -> win.accumulate(one, 1, MPI.LONG, next, 0L, 1, MPI.LONG,
            MPI.MAXLOC));
        assertRefused(MPI.ERR_TYPE, "fetchAndOp of a derived type", () -> win.fetchAndOp(new long[2], new long[2], pair,
            next, 0L, MPI.SUM));
        assertRefused(MPI.ERR_TYPE, "compareAndSwap of a derived type", () -> win.compareAndSwap(new long[2],
            new long[2], new long[2], pair, next, 0L));
        assertRefused(MPI.ERR_TYPE, "compareAndSwap of a double", () -> win.compareAndSwap(real, real, real.clone(),
            MPI.DOUBLE, next, 0L));
        win.unlockAll();
        pair.free();
        own.free();
        allIsWell("updates of wrong types");
    }

    private void locksComeInPairs() throws MPIException {
        assertRefused(MPI.ERR_RMA_SYNC, "unlock without lock", () -> win.unlock(next));
        assertRefused(MPI.ERR_RMA_SYNC, "unlockAll without lockAll", win::unlockAll);
        assertRefused(MPI.ERR_RMA_SYNC, "flush without lock", () -> win.flush(next));
        assertRefused(MPI.ERR_RMA_SYNC, "flushLocal without lock", () -> win.flushLocal(next));
        assertRefused(MPI.ERR_RMA_SYNC, "flushAll without lock", win::flushAll);
        assertRefused(MPI.ERR_RMA_SYNC, "flushLocalAll without lock", win::flushLocalAll);
        assertRefused(MPI.ERR_LOCKTYPE, "no such lock", () -> win.lock(77, next, 0));
        assertRefused(MPI.ERR_RANK, "lock of nobody", () -> win.lock(MPI.LOCK_SHARED, longs.size, 0));
        win.lock(MPI.LOCK_SHARED, next, 0);
        assertRefused(MPI.ERR_RMA_SYNC, "lock twice", () -> win.lock(MPI.LOCK_SHARED, next, 0));
        assertRefused(MPI.ERR_RMA_SYNC, "lock twice", () -> win.lock(MPI.LOCK_EXCLUSIVE, next, 0));
        assertRefused(MPI.ERR_RMA_SYNC, "lockAll beside a lock", () -> win.lockAll(0));
        assertRefused(MPI.ERR_RMA_SYNC, "unlockAll of one lock", win::unlockAll);
        if (longs.size > 1) {
            assertRefused(MPI.ERR_RMA_SYNC, "unlock of another", () -> win.unlock(longs.me));
            assertRefused(MPI.ERR_RMA_SYNC, "flush of another", () -> win.flush(longs.me));
        }
        win.unlock(next);
        win.lockAll(0);
        assertRefused(MPI.ERR_RMA_SYNC, "lockAll twice", () -> win.lockAll(0));
        assertRefused(MPI.ERR_RMA_SYNC, "lock beside lockAll", () -> win.lock(MPI.LOCK_SHARED, next, 0));
        assertRefused(MPI.ERR_RMA_SYNC, "unlock of one of all", () -> win.unlock(next));
        win.unlockAll();
        allIsWell("locks out of turn");
    }

    private void pairingsComeInPairs() throws MPIException {
        assertRefused(MPI.ERR_RMA_SYNC, "complete without start", win::complete);
        assertRefused(MPI.ERR_RMA_SYNC, "waitFor without post", win::waitFor);
        assertRefused(MPI.ERR_RMA_SYNC, "test without post", win::test);
        assertRefused(MPI.ERR_GROUP, "no group", () -> win.start(null, 0));
        assertRefused(MPI.ERR_GROUP, "no group", () -> win.post(null, 0));
        Group self = longs.group(longs.me);
        win.post(self, 0);
        assertRefused(MPI.ERR_RMA_SYNC, "post twice", () -> win.post(self, 0));
        win.start(self, 0);
        assertRefused(MPI.ERR_RMA_SYNC, "start twice", () -> win.start(self, 0));
        if (longs.size > 1) {
            allOperations(MPI.ERR_RMA_SYNC, "to one outside the group", next, 0);
        }
        assertRefused(MPI.ERR_RMA_SYNC, "flush between start and complete", () -> win.flush(longs.me));
        win.complete();
        win.waitFor();
        self.free();
        allIsWell("pairings out of turn");
    }

    private void epochsDoNotMix() throws MPIException {
        win.lock(MPI.LOCK_SHARED, next, 0);
        assertRefused(MPI.ERR_RMA_SYNC, "fence under a lock", () -> win.fence(0));
        assertRefused(MPI.ERR_RMA_SYNC, "start under a lock", () -> win.start(longs.group(next), 0));
        assertRefused(MPI.ERR_RMA_SYNC, "free under a lock", win::free);
        win.unlock(next);
        win.fence(0);
        longs.put(RmaLongs.initial(next, 1), next, 1);
        assertRefused(MPI.ERR_RMA_SYNC, "lock in a fence's epoch", () -> win.lock(MPI.LOCK_SHARED, next, 0));
        assertRefused(MPI.ERR_RMA_SYNC, "lockAll in a fence's epoch", () -> win.lockAll(0));
        assertRefused(MPI.ERR_RMA_SYNC, "start in a fence's epoch", () -> win.start(longs.group(next), 0));
        assertRefused(MPI.ERR_RMA_SYNC, "flush in a fence's epoch", () -> win.flush(next));
        win.fence(MPI.MODE_NOSUCCEED);
        Group self = longs.group(longs.me);
        win.post(self, 0);
        win.start(self, 0);
        assertRefused(MPI.ERR_RMA_SYNC, "fence before complete", () -> win.fence(0));
        assertRefused(MPI.ERR_RMA_SYNC, "lock before complete", () -> win.lock(MPI.LOCK_SHARED, next, 0));
        win.complete();
        assertRefused(MPI.ERR_RMA_SYNC, "free before waitFor", win::free);
        win.waitFor();
        self.free();
        allIsWell("epochs of different kinds");
    }

    private void assertionsAreKnown() throws MPIException {
        Group self = longs.group(longs.me);
        assertRefused(MPI.ERR_ASSERT, "fence", () -> win.fence(1 << 20));
        assertRefused(MPI.ERR_ASSERT, "post", () -> win.post(self, 1 << 20));
        assertRefused(MPI.ERR_ASSERT, "start", () -> win.start(self, 1 << 20));
        assertRefused(MPI.ERR_ASSERT, "lock", () -> win.lock(MPI.LOCK_SHARED, next, 1 << 20));
        assertRefused(MPI.ERR_ASSERT, "lockAll", () -> win.lockAll(1 << 20));
        self.free();
        allIsWell("unknown assertions");
    }

    private void aFreedWindowIsGone() throws MPIException {
        win.free();
        allOperations(MPI.ERR_WIN, "after free", next, 0);
        assertRefused(MPI.ERR_WIN, "fence after free", () -> win.fence(0));
        assertRefused(MPI.ERR_WIN, "lock after free", () -> win.lock(MPI.LOCK_SHARED, next, 0));
        assertRefused(MPI.ERR_WIN, "lockAll after free", () -> win.lockAll(0));
        assertRefused(MPI.ERR_WIN, "flushAll after free", win::flushAll);
        assertRefused(MPI.ERR_WIN, "sync after free", win::sync);
        assertRefused(MPI.ERR_WIN, "free after free", win::free);
        assertRefused(MPI.ERR_WIN, "getGroup after free", win::getGroup);
        assertRefused(MPI.ERR_WIN, "getMemory after free", win::getMemory);
    }

    /** Each is an error at every rank when it is one at any. */
    private static void windowsNeedMemoryAndUnits() throws MPIException {
        int last = MPI.COMM_WORLD.getSize() - 1;
        boolean wrong = MPI.COMM_WORLD.getRank() == last;
        for (int i = 0; i < 2; i++) {
            boolean mine = wrong || i == 0;
            assertRefused(MPI.ERR_DISP, "no unit", () -> Win.allocate(8, mine ? 0 : 8, MPI.INFO_NULL,
                MPI.COMM_WORLD));
            assertRefused(MPI.ERR_SIZE, "a negative size", () -> Win.allocate(mine ? -8 : 8, 8, MPI.INFO_NULL,
                MPI.COMM_WORLD));
            assertRefused(MPI.ERR_BASE, "an array's buffer", () -> new Win(mine ? IntBuffer.allocate(4)
                : MPI.newIntBuffer(4), 4, 1, MPI.INFO_NULL, MPI.COMM_WORLD));
            assertRefused(MPI.ERR_SIZE, "a negative size", () -> new Win(ByteBuffer.allocateDirect(8), mine ? -1 : 8, 1,
                MPI.INFO_NULL, MPI.COMM_WORLD));
        }
        assertRefused(MPI.ERR_COMM, "no communicator", () -> Win.allocate(8, 8, MPI.INFO_NULL, null));
        Win dynamic = new Win(MPI.INFO_NULL, MPI.COMM_WORLD);
        dynamic.setErrhandler(MPI.ERRORS_RETURN);
        LongBuffer memory = MPI.newLongBuffer(4);
        assertRefused(MPI.ERR_BASE, "detach of what is not attached", () -> dynamic.detach(memory));
        dynamic.lockAll(0);
        // At once, or where it would be over.
        assertRefused(MPI.ERR_DISP, "put where nothing is attached", () -> {
            dynamic.put(new long[1], 1, MPI.LONG, 0, 64L, 1, MPI.LONG);
            dynamic.flush(0);
        });
        dynamic.unlockAll();
        dynamic.free();
        Win allocated = Win.allocate(8, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        allocated.setErrhandler(MPI.ERRORS_RETURN);
        assertRefused(MPI.ERR_WIN, "attach to a window that is not dynamic", () -> allocated.attach(memory, 4));
        assertRefused(MPI.ERR_WIN, "sharedQuery of a window that is not shared", () -> allocated.sharedQuery(0));
        allocated.free();
    }
}
