package org.hawser.platform.memory;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Segments found by address. */
class KnownSegmentsTest {
    @Test
    @SuppressWarnings("restricted")
    void memoryThatWasClosedIsNotFoundInPlaceOfWhatIsThereNow() {
        try (Arena outer = Arena.ofShared()) {
            MemorySegment memory = outer.allocate(8192, 8192);
            long address = memory.address();
            Arena before = Arena.ofShared();
            // The same place under an arena of its own, as a mapping that is made where another was.
            MemorySegment closed = memory.reinterpret(before, null);
            KnownSegments.add(closed);
            assertSame(closed, KnownSegments.holding(address + 8));
            before.close();
            assertThrows(IllegalArgumentException.class, () -> KnownSegments.holding(address + 8));
            KnownSegments.add(memory.asSlice(0, 4096));
            assertSame(outer.scope(), KnownSegments.holding(address + 8).scope());
        }
    }
}
