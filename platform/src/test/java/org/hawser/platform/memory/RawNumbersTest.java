package org.hawser.platform.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/** Numbers go to any address, aligned or not, and come back as they were. */
class RawNumbersTest {
    private final Arena arena = Arena.ofAuto();
    private final long address = RawWords.addressOf(arena.allocate(128, 8));

    @Test
    void numbersAreWhatWasWritten() {
        for (long at = address; at < address + 9; at++) {
            RawNumbers.setByte(at, (byte) -3);
            assertEquals(-3, RawNumbers.getByte(at));
            RawNumbers.setShort(at, (short) 0x1234);
            assertEquals(0x1234, RawNumbers.getShort(at));
            RawNumbers.setInt(at, 0x12345678);
            assertEquals(0x12345678, RawNumbers.getInt(at));
            RawNumbers.setFloat(at, 1.5f);
            assertEquals(1.5f, RawNumbers.getFloat(at));
            RawNumbers.setDouble(at, -2.25);
            assertEquals(-2.25, RawNumbers.getDouble(at));
        }
    }

    @Test
    void copiesTakeElementsFromTheMiddleOfAnArrayAndBack() {
        for (long at = address; at < address + 9; at++) {
            int[] ints = new int[4];
            RawNumbers.copy(new int[] {1, 2, 3, 4}, 1, at, 2);
            RawNumbers.copy(at, ints, 2, 2);
            assertArrayEquals(new int[] {0, 0, 2, 3}, ints);
            float[] floats = new float[4];
            RawNumbers.copy(new float[] {1, 2, 3, 4}, 2, at, 1);
            RawNumbers.copy(at, floats, 0, 1);
            assertArrayEquals(new float[] {3, 0, 0, 0}, floats);
            long[] longs = new long[4];
            RawNumbers.copy(new long[] {1, 2, 3, 4}, 0, at, 4);
            RawNumbers.copy(at, longs, 0, 4);
            assertArrayEquals(new long[] {1, 2, 3, 4}, longs);
            double[] doubles = new double[4];
            RawNumbers.copy(new double[] {1, 2, 3, 4}, 1, at, 3);
            RawNumbers.copy(at, doubles, 1, 3);
            assertArrayEquals(new double[] {0, 2, 3, 4}, doubles);
        }
    }
}
