package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hawser.testkit.AllocatedBytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The budget of locks on mapped memory: no object per lock and unlock, free or waited for. */
@Tag("once")
class LockAllocationTest {
    private static final int OPERATIONS = 5_000;

    /** Bytes of a run are fewer than its operations: none per operation, and room for what happens now and then. */
    private static void assertAllocatesNothing(String what, Runnable operations) {
        for (int i = 0; i < 4; i++) {
            operations.run();
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 6; i++) {
            long before = AllocatedBytes.ofThisThread();
            operations.run();
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        assertTrue(least < OPERATIONS, what + " allocates: bytes=" + least + " operations=" + OPERATIONS);
    }

    @Test
    void locksAllocateNothing() {
        LockJob.runMapped(2, LockJob.hints("history", 0), job -> {
            for (boolean exclusive : new boolean[] {true, false}) {
                assertAllocatesNothing("exclusive=" + exclusive, () -> {
                    for (int i = 0; i < OPERATIONS; i++) {
                        job.window.lock(0, exclusive, true);
                        job.put(0, job.me, i);
                        job.window.unlock(0);
                    }
                });
            }
            assertAllocatesNothing("lockAll", () -> {
                for (int i = 0; i < OPERATIONS; i++) {
                    job.window.lockAll(true);
                    job.put(0, job.me, i);
                    job.window.unlockAll();
                }
            });
            job.barrier();
            assertEquals(0, job.window.lockMoves());
            assertEquals(0, job.window.lockCounts().network() + job.window.lockCounts().kept());
        });
    }
}
