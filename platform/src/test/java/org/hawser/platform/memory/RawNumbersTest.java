package org.hawser.platform.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Numbers at any address are what a segment over the same memory says. */
class RawNumbersTest {
    @Test
    void numbersOfEveryTypeAreReadAndWrittenAtAnyAddress() {
        MemorySegment memory = Arena.global().allocate(64, 8);
        long start = RawWords.addressOf(memory);
        for (int at = 0; at < 16; at++) {
            RawNumbers.setByte(start + at, (byte) -at);
            assertEquals((byte) -at, memory.get(ValueLayout.JAVA_BYTE, at));
            assertEquals((byte) -at, RawNumbers.getByte(start + at));
            RawNumbers.setShort(start + at, (short) (-1000 - at));
            assertEquals((short) (-1000 - at), memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
            assertEquals((short) (-1000 - at), RawNumbers.getShort(start + at));
            RawNumbers.setInt(start + at, 0x1234_5678 + at);
            assertEquals(0x1234_5678 + at, memory.get(ValueLayout.JAVA_INT_UNALIGNED, at));
            assertEquals(0x1234_5678 + at, RawNumbers.getInt(start + at));
            RawNumbers.setFloat(start + at, -0.5f * at);
            assertEquals(-0.5f * at, memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at));
            assertEquals(-0.5f * at, RawNumbers.getFloat(start + at));
            RawNumbers.setDouble(start + at, Math.PI * at);
            assertEquals(Math.PI * at, memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at));
            assertEquals(Math.PI * at, RawNumbers.getDouble(start + at));
        }
    }
}
