package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** Epochs that several threads of a member open at a time. */
class EpochsTest {
    private static final int TARGETS = 20_000;
    private static final int ROUNDS = 2_000;

    /** Both find the epoch that a fence has opened and nobody used, and either may be the one that closes it. */
    @Test
    void aLockStaysOpenWhateverAnotherThreadPostsAtTheSameTime() throws Exception {
        Target[] targets = new Target[TARGETS];
        for (int i = 0; i < TARGETS; i++) {
            targets[i] = new Target(i, i, 0, 1, null, null);
        }
        Target last = targets[TARGETS - 1];
        Epochs epochs = new Epochs(targets, 0, true, true);
        CyclicBarrier both = new CyclicBarrier(2);
        Thread poster = Thread.ofPlatform().start(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                await(both);
                epochs.checkPost();
                epochs.post();
                await(both);
            }
        });
        int lost = 0;
        for (int round = 0; round < ROUNDS; round++) {
            epochs.fence(true);
            await(both);
            epochs.lock(last, true, true);
            await(both);
            lost += Epochs.isOpen(last) ? 0 : 1;
            epochs.unlock(last);
            epochs.unpost();
        }
        poster.join();
        int closed = lost;
        assertTrue(lost == 0, () -> "locked targets that are not open: " + closed + " of " + ROUNDS);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
