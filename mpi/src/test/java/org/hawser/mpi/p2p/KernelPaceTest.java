package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which copies count as slow, and for how long that keeps messages from the kernel; times are made up. */
class KernelPaceTest {
    private final KernelPace pace = new KernelPace();

    @Test
    void copiesThatTakeAsLongTheSecondTimeStayTheKernels() {
        int trials = 0;
        for (int message = 0; message < 10 * KernelPace.DETOUR; message++) {
            assertFalse(pace.isOnDetour(message));
            if (pace.isTrial()) {
                trials++;
                pace.tried(message, 1_400, 1_000);
            }
        }
        assertEquals(10, trials);
    }

    @Test
    void aSlowOneMakesADetourThatEndsWithATrial() {
        assertTrue(pace.isTrial());
        pace.tried(0, 2_000, 1_000);
        int message = 1;
        while (pace.isOnDetour(message)) {
            message++;
        }
        assertEquals(1 + KernelPace.DETOUR, message);
        assertTrue(pace.isTrial());
        pace.tried(message, 1_000, 1_000);
        assertFalse(pace.isOnDetour(message + 1));
        assertFalse(pace.isTrial());
    }
}
