package org.hawser.bench.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    /** Runs to the end and returns the final count. */
    private static int run(WarmUp warmUp, IntToLongFunction nanosOfRun, int[] runs) {
        int count = 1;
        while (count > 0) {
            runs[0]++;
            count = warmUp.next(count, count * nanosOfRun.applyAsLong(runs[0]));
        }
        return -count;
    }

    @Test
    void theCountGrowsUntilASampleIsLongEnough() {
        assertEquals(16, run(new WarmUp(10_000, 1_000), run -> 100, new int[1]));
    }

    @Test
    void anOperationThatIsLongerThanASampleIsDoneOnce() {
        assertEquals(1, run(new WarmUp(10_000, 1_000), run -> 50_000, new int[1]));
    }

    @Test
    void aJumpInSpeedBeginsTheWaitAnew() {
        int[] steady = new int[1];
        int[] jumping = new int[1];
        run(new WarmUp(10_000, 1_000), run -> 100, steady);
        run(new WarmUp(10_000, 1_000), run -> run < 8 ? 100 : 50, jumping);
        assertTrue(jumping[0] > steady[0], jumping[0] + " runs");
    }

    @Test
    void itEndsEvenIfItBecomesFasterForever() {
        int count = run(new WarmUp(10_000, 1_000), run -> Math.max(1, 1L << Math.max(0, 40 - run)), new int[1]);
        assertTrue(count > 0);
    }
}
