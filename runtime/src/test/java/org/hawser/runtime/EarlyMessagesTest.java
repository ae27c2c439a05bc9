package org.hawser.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept for models that have not begun. */
class EarlyMessagesTest {
    /** Remembers what it is given. */
    private static final class Taker implements ModelReceiver {
        private final List<String> taken = new ArrayList<>();

        @Override
        public void onMessage(int kind, int source, MemorySegment memory, long offset, int length) {
            taken.add(kind + " " + source + " " + (length == 0 ? "" : memory.get(ValueLayout.JAVA_LONG, offset)));
        }

        @Override
        public void onWord(int bits, int source, long body) {
            throw new AssertionError("not of this form");
        }
    }

    @Test
    void aModelIsGivenItsOwnInTheOrderTheyCame() {
        EarlyMessages early = new EarlyMessages();
        MemorySegment memory = Arena.ofAuto().allocate(24, 8);
        memory.set(ValueLayout.JAVA_LONG, 8, 77);
        assertTrue(early.keep(4, 1, 10, memory, 8, 8));
        assertTrue(early.keep(5, 2, 11, memory, 8, 8));
        memory.set(ValueLayout.JAVA_LONG, 8, 78);
        assertTrue(early.keep(4, 3, 12, memory, 8, 8));
        assertTrue(early.keep(4, 4, 10, memory, 0, 0));
        Taker first = new Taker();
        early.handOver(4, first);
        assertEquals(List.of("1 10 77", "3 12 78", "4 10 "), first.taken);
        Taker second = new Taker();
        early.handOver(5, second);
        early.handOver(4, second);
        assertEquals(List.of("2 11 77"), second.taken);
    }

    @Test
    void tooManyAreAMistake() {
        EarlyMessages early = new EarlyMessages();
        MemorySegment memory = Arena.ofAuto().allocate(1 << 20, 8);
        int kept = 0;
        while (kept < 100 && early.keep(4, 0, 0, memory, 0, 1 << 20)) {
            kept++;
        }
        assertTrue(kept > 1 && kept < 100);
        assertFalse(early.keep(4, 0, 0, memory, 0, 1 << 20));
    }
}
