package org.hawser.bench.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RandomStreamTest {
    @Test
    void aSequenceCanBeginAnywhere() {
        RandomStream first = new RandomStream(0);
        for (int i = 0; i < 1_000; i++) {
            first.next();
        }
        RandomStream later = new RandomStream(1_000);
        for (int i = 0; i < 100; i++) {
            assertEquals(first.next(), later.next());
        }
    }

    @Test
    void itShiftsAndFoldsTheUppermostBitBackIn() {
        assertEquals(1, RandomStream.at(0));
        assertEquals(2, RandomStream.at(1));
        assertEquals(1L << 63, RandomStream.at(63));
        assertEquals(7, RandomStream.at(64));
    }
}
