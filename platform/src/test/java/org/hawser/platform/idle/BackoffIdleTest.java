package org.hawser.platform.idle;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
        List<Long> sleeps = new ArrayList<>();
        BackoffIdle idle = BackoffIdle.forNode(ranks, cores, sleeps::add);
        for (int fruitless = 0; fruitless < idle.firstSleep(); fruitless++) {
            idle.idle(fruitless);
        }
        assertEquals(List.of(), sleeps);
        for (int i = 0; i < 40; i++) {
            idle.idle(idle.firstSleep() + i);
        }
        idle.idle(Integer.MAX_VALUE);
        assertEquals(41, sleeps.size());
        for (int i = 1; i < sleeps.size(); i++) {
            assertTrue(sleeps.get(i) >= sleeps.get(i - 1), sleeps.toString());
        }
        assertTrue(sleeps.getLast() <= 2_000_000_000L, "bounded, should a wake-up be lost");
    }

    @Test
    void ranksThatShareACoreLetGoSooner() {
        assertTrue(BackoffIdle.forNode(16, 2, nanos -> { }).firstSleep()
            < BackoffIdle.forNode(2, 2, nanos -> { }).firstSleep());
    }
}
