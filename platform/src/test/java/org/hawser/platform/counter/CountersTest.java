package org.hawser.platform.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class CountersTest {
    @Test
    void countsEachByItselfAndNothingBeside() {
        MemorySegment memory = Arena.ofAuto().allocate(4 * Long.BYTES, Long.BYTES);
        Counters counters = new Counters(memory);
        assertEquals(4, counters.count());
        counters.increment(1);
        counters.add(1, 41);
        counters.add(3, -1);
        assertEquals(0, counters.get(0));
        assertEquals(42, counters.get(1));
        assertEquals(0, counters.get(2));
        assertEquals(-1, new Counters(memory).get(3));
        assertThrows(IndexOutOfBoundsException.class, () -> counters.increment(4));
    }
}
