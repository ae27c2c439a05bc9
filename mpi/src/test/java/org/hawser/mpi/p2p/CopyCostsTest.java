package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CopyCostsTest {
    private static final long BYTES = 64 << 10;
    private static final int MESSAGES = 10_000;

    private long now = 1;
    private final CopyCosts costs = new CopyCosts(() -> now);
    /** Nanoseconds for a message, by the kernel, into staging memory and out of it at the peer. */
    private long kernel;
    private long in;
    private long out;

    @Test
    void theCheaperWayIsTakenNearlyAlways() {
        takes(6_000, 3_000, 3_000);
        assertTrue(kernelsOf(MESSAGES) < MESSAGES / 50);
        takes(6_000, 20_000, 20_000);
        assertTrue(kernelsOf(MESSAGES) > MESSAGES * 48 / 50);
    }

    @Test
    void whatThePeerTakesCountsAsMuchAsWhatThisRankTakes() {
        takes(6_000, 3_000, 20_000);
        assertTrue(kernelsOf(MESSAGES) > MESSAGES * 48 / 50);
    }

    @Test
    void whatTheFirstMessagesOfATrialTakeDoesNotCount() {
        takes(6_000, 20_000, 20_000);
        boolean before = true;
        int kernels = 0;
        for (int i = 0; i < MESSAGES; i++) {
            boolean chosen = costs.chooseKernel(BYTES);
            // The memory is where the other way has left it.
            copy(chosen, chosen != before ? 10 : 1);
            before = chosen;
            kernels += chosen ? 1 : 0;
        }
        assertTrue(kernels > MESSAGES * 48 / 50, () -> "not found to be cheaper");
    }

    @Test
    void aCopyThatWasHeldUpDoesNotChangeTheChoice() {
        takes(6_000, 3_000, 3_000);
        kernelsOf(1_000);
        in = 3_000_000;
        costs.chooseKernel(BYTES);
        copy(false, 1);
        in = 3_000;
        assertTrue(kernelsOf(MESSAGES) < MESSAGES / 20);
    }

    @Test
    void withoutStagingMemoryTheKernelIsTaken() {
        kernel = 6_000;
        for (int i = 0; i < 100; i++) {
            if (costs.chooseKernel(BYTES)) {
                copy(true, 1);
            }
        }
        assertTrue(costs.chooseKernel(BYTES));
    }

    @Test
    void lengthsAreToldApart() {
        takes(6_000, 3_000, 3_000);
        kernelsOf(1_000);
        takes(6_000, 20_000, 20_000);
        for (int i = 0; i < 1_000; i++) {
            boolean chosen = costs.chooseKernel(4 * BYTES);
            long begun = costs.begin();
            now += chosen ? kernel : in;
            if (chosen) {
                costs.endKernel(begun, 4 * BYTES);
            } else {
                costs.endIn(begun, 4 * BYTES, 4 * BYTES);
            }
        }
        takes(6_000, 3_000, 3_000);
        assertFalse(costs.chooseKernel(BYTES));
    }

    @Test
    void whatCopyingOutTakesHereIsToldToThePeer() {
        copyOut(receiveInto(null));
        assertEquals(1_024, costs.out(BYTES));
    }

    @Test
    void messagesThatNothingIsChosenForDoNotCount() {
        copyOut(receiveInto(new byte[8]));
        assertEquals(0, costs.out(BYTES));
    }

    private void copyOut(Operation receive) {
        for (int i = 0; i < 100; i++) {
            long begun = costs.beginOut(receive);
            now += 2_048;
            costs.endOut(begun, BYTES / 32, BYTES);
        }
    }

    private static Operation receiveInto(Object array) {
        return new Operation(null, 0).begin(Operation.State.POSTED, 0, 0, array, 0, BYTES, null);
    }

    private void takes(long byKernel, long copyingIn, long copyingOut) {
        kernel = byKernel;
        in = copyingIn;
        out = copyingOut;
    }

    private int kernelsOf(int messages) {
        int kernels = 0;
        for (int i = 0; i < messages; i++) {
            boolean chosen = costs.chooseKernel(BYTES);
            copy(chosen, 1);
            kernels += chosen ? 1 : 0;
        }
        return kernels;
    }

    private void copy(boolean byKernel, int times) {
        long begun = costs.begin();
        if (byKernel) {
            now += times * kernel;
            costs.endKernel(begun, BYTES);
        } else {
            now += times * in;
            costs.endIn(begun, BYTES, BYTES);
            costs.learnOut(BYTES, times * out / 64);
        }
    }
}
