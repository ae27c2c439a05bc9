package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.hawser.mpi.group.Members;
import org.hawser.testkit.AllocatedBytes;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The budget of fences and of group epochs on mapped memory: no object per call. */
@Tag("once")
class SynchronisationAllocationTest {
    private static final int CALLS = 1_000;
    /** So many that the compiler has come to the end. */
    private static final int RUNS = 12;

    /** Bytes of a run are fewer than its calls: none per call, and room for what happens now and then. */
    private static void assertAllocatesNothing(Runnable call) {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long before = AllocatedBytes.ofThisThread();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        assertTrue(least < CALLS, "allocates: bytes=" + least + " calls=" + CALLS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "barrier", "naive", "notify", "deferred"})
    void aFenceWithAPutAllocatesNothing(String design) {
        LongWindow.run(Medium.inMemory("shm"), 2, 2, Map.of("hawser_fence", design), w -> {
            long[] value = {w.me};
            w.window.fence(0);
            assertAllocatesNothing(() -> {
                w.put(value, 1 - w.me, 0);
                w.window.fence(0);
            });
        });
    }

    @Test
    void anEpochOfAGroupAllocatesNothing() {
        LongWindow.run(Medium.inMemory("shm"), 2, 2, Map.of(), w -> {
            long[] value = {w.me};
            Members other = w.group(1 - w.me);
            assertAllocatesNothing(() -> {
                w.window.post(other, 0);
                w.window.start(other, 0);
                w.put(value, 1 - w.me, 0);
                w.window.complete();
                w.window.waitFor();
            });
        });
    }
}
