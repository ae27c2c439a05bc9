package org.hawser.platform.idle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffIdleTest {
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "3, 2", "16, 2", "4096, 2", "64, 64"})
    void sleepsFromTheFirstSleepOnAndEverLonger(int ranks, int cores) {
        BackoffIdle idle = BackoffIdle.forNode(ranks, cores);
        for (int fruitless = 0; fruitless < idle.firstSleep(); fruitless++) {
            assertEquals(0, idle.idle(fruitless));
        }
        List<Long> sleeps = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sleeps.add(idle.idle(idle.firstSleep() + i));
        }
        sleeps.add(idle.idle(Integer.MAX_VALUE));
        assertTrue(sleeps.getFirst() > 0);
        for (int i = 1; i < sleeps.size(); i++) {
            assertTrue(sleeps.get(i) >= sleeps.get(i - 1), sleeps.toString());
        }
        assertTrue(sleeps.getLast() <= 2_000_000_000L, "bounded, should a wake-up be lost");
    }

    @Test
    void dearLooksGiveTheCoreAwayLongBeforeCheapOnesDo() {
        BackoffIdle idle = BackoffIdle.forNode(2, 2);
        assertFalse(idle.yields(20, true));
        assertTrue(idle.yields(40, true));
        assertFalse(idle.yields(40, false));
        assertTrue(idle.yields(idle.firstSleep() - 1, false));
        assertFalse(idle.yields(idle.firstSleep(), true));
    }

    @Test
    void ranksThatShareACoreLetGoSooner() {
        assertTrue(BackoffIdle.forNode(16, 2).firstSleep() < BackoffIdle.forNode(2, 2).firstSleep());
    }
}
