package org.hawser.mpi.rma;

import static org.hawser.mpi.rma.LongWindow.errorOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.group.Members;
import org.junit.jupiter.api.Test;

/** The rules of epochs that fences and groups open: a call out of place is refused, and changes nothing. */
class ActiveEpochsTest {
    private static void assertRefused(Runnable call) {
        assertEquals(ErrorClass.RMA_SYNC, errorOf(call));
    }

    @Test
    void noOperationWithoutAnEpoch() {
        LongWindow.run(1, 1, w -> {
            assertRefused(() -> w.put(new long[] {1}, 0, 0));
            w.window.fence(Assertion.NO_PRECEDE);
            w.put(new long[] {2}, 0, 0);
            w.window.fence(Assertion.NO_SUCCEED);
            assertEquals(2, w.load(0));
            assertRefused(() -> w.put(new long[] {3}, 0, 0));
            assertRefused(() -> w.get(new long[1], 0, 0));
            assertRefused(() -> w.add(new long[1], 0, 0));
            assertEquals(2, w.load(0));
        });
    }

    @Test
    void operationsMayBeDoneAtMembersOfTheGroupAlone() {
        LongWindow.run(2, 1, w -> {
            w.window.post(w.group(0), 0);
            if (w.me == 0) {
                w.window.start(w.group(1), 0);
                assertRefused(() -> w.put(new long[] {3}, 0, 0));
                w.put(new long[] {3}, 1, 0);
                w.window.complete();
                w.window.start(w.group(0), 0);
                w.window.complete();
            }
            w.window.waitFor();
            assertEquals(3L * w.me, w.load(0));
        });
    }

    @Test
    void aFenceWaitsForTheEndOfOtherEpochs() {
        LongWindow.run(1, 1, w -> {
            w.window.lock(0, true, true);
            assertRefused(() -> w.window.fence(0));
            w.window.unlock(0);
            w.window.lockAll(true);
            assertRefused(() -> w.window.fence(0));
            w.window.unlockAll();
            w.window.post(w.group(0), 0);
            assertRefused(() -> w.window.fence(0));
            w.window.start(w.group(0), 0);
            assertRefused(() -> w.window.fence(0));
            w.window.complete();
            w.window.waitFor();
            w.window.fence(0);
        });
    }

    @Test
    void aFencesEpochThatWasUsedIsClosedByAFence() {
        LongWindow.run(1, 1, w -> {
            w.window.fence(0);
            w.put(new long[] {1}, 0, 0);
            assertRefused(() -> w.window.lock(0, true, true));
            assertRefused(() -> w.window.lockAll(true));
            assertRefused(() -> w.window.post(Members.EMPTY, 0));
            assertRefused(() -> w.window.start(Members.EMPTY, 0));
            assertRefused(() -> w.window.fence(Assertion.NO_PRECEDE));
            w.put(new long[] {2}, 0, 0);
            w.window.fence(0);
            assertEquals(2, w.load(0));
        });
    }

    @Test
    void aFencesEpochThatWasNotUsedGivesWay() {
        LongWindow.run(1, 1, w -> {
            w.window.fence(0);
            w.window.lock(0, true, true);
            w.put(new long[] {1}, 0, 0);
            w.window.unlock(0);
            assertRefused(() -> w.put(new long[] {2}, 0, 0));
            w.window.fence(0);
            w.window.post(w.group(0), 0);
            w.window.start(w.group(0), 0);
            w.put(new long[] {3}, 0, 0);
            w.window.complete();
            w.window.waitFor();
            assertRefused(() -> w.put(new long[] {2}, 0, 0));
            assertEquals(3, w.load(0));
        });
    }

    @Test
    void groupCallsComeInPairs() {
        LongWindow.run(1, 1, w -> {
            assertRefused(w.window::complete);
            assertRefused(w.window::waitFor);
            assertRefused(w.window::test);
            w.window.start(Members.EMPTY, 0);
            assertRefused(() -> w.window.start(Members.EMPTY, 0));
            assertRefused(() -> w.window.lock(0, false, true));
            assertRefused(() -> w.window.lockAll(true));
            assertRefused(w.window::free);
            w.window.complete();
            w.window.post(Members.EMPTY, 0);
            assertRefused(() -> w.window.post(Members.EMPTY, 0));
            assertRefused(() -> w.window.lock(0, false, true));
            assertRefused(() -> w.window.lockAll(true));
            assertRefused(w.window::free);
            w.window.waitFor();
            assertRefused(w.window::waitFor);
            w.window.lock(0, true, true);
            assertRefused(() -> w.window.start(Members.EMPTY, 0));
            assertRefused(() -> w.window.post(Members.EMPTY, 0));
            w.window.unlock(0);
        });
    }

    @Test
    void aGroupOfOtherProcessesIsRefusedAndNothingHasBegun() {
        LongWindow.run(1, 1, w -> {
            w.window.fence(0);
            assertEquals(ErrorClass.GROUP, errorOf(() -> w.window.post(Members.range(0, 2), 0)));
            assertEquals(ErrorClass.GROUP, errorOf(() -> w.window.start(Members.range(1, 1), 0)));
            w.put(new long[] {4}, 0, 0);
            w.window.fence(0);
            assertEquals(4, w.load(0));
        });
    }

    @Test
    void assertionsAreThoseOfTheCall() {
        LongWindow.run(1, 1, w -> {
            int all = Assertion.NO_PRECEDE | Assertion.NO_PUT | Assertion.NO_STORE | Assertion.NO_SUCCEED;
            w.window.fence(all);
            assertEquals(ErrorClass.ASSERT, errorOf(() -> w.window.fence(Assertion.NO_CHECK)));
            assertEquals(ErrorClass.ASSERT, errorOf(() -> w.window.fence(32)));
            assertEquals(ErrorClass.ASSERT, errorOf(() -> w.window.fence(-1)));
            assertEquals(ErrorClass.ASSERT, errorOf(() -> w.window.post(Members.EMPTY, Assertion.NO_SUCCEED)));
            assertEquals(ErrorClass.ASSERT, errorOf(() -> w.window.start(Members.EMPTY, Assertion.NO_PUT)));
            w.window.post(Members.EMPTY, Assertion.NO_CHECK | Assertion.NO_PUT | Assertion.NO_STORE);
            w.window.start(Members.EMPTY, Assertion.NO_CHECK);
            w.window.complete();
            w.window.waitFor();
        });
    }
}
