package org.hawser.platform.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bytes arrive as they left, from and to memory and arrays of every type, at every small length and offset. */
class RawBytesTest {
    private static final int ROOM = 160;
    private final Arena arena = Arena.ofAuto();
    private final Random random = new Random(7);

    private MemorySegment randomMemory() {
        byte[] bytes = new byte[ROOM];
        random.nextBytes(bytes);
        return arena.allocate(ROOM, 64).copyFrom(MemorySegment.ofArray(bytes));
    }

    private static byte[] bytes(MemorySegment memory, long offset, long length) {
        return memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void copiesBetweenAddresses() {
        MemorySegment from = randomMemory();
        for (int length = 0; length < 70; length++) {
            for (int offset = 0; offset < 9; offset++) {
                MemorySegment to = arena.allocate(ROOM, 64);
                RawBytes.copy(RawWords.addressOf(from) + offset, RawWords.addressOf(to) + 3, length);
                assertArrayEquals(bytes(from, offset, length), bytes(to, 3, length));
                assertEquals(0, to.get(ValueLayout.JAVA_BYTE, 3 + length));
            }
        }
    }

    @Test
    void copiesBetweenAddressesThatOverlap() {
        for (int length = 0; length < 40; length++) {
            for (int shift = -9; shift < 10; shift++) {
                MemorySegment memory = randomMemory();
                byte[] before = bytes(memory, 20, length);
                RawBytes.copy(RawWords.addressOf(memory) + 20, RawWords.addressOf(memory) + 20 + shift, length);
                assertArrayEquals(before, bytes(memory, 20 + shift, length));
            }
        }
    }

    @Test
    void copiesBetweenArrays() {
        byte[] from = bytes(randomMemory(), 0, ROOM);
        int[] numbers = new int[ROOM / 4];
        boolean[] answers = new boolean[ROOM];
        byte[] back = new byte[ROOM];
        RawBytes.copy(from, 3, numbers, 5, 70);
        RawBytes.copy(numbers, 5, back, 1, 70);
        assertArrayEquals(Arrays.copyOfRange(from, 3, 73), Arrays.copyOfRange(back, 1, 71));
        RawBytes.copy(new byte[] {0, 1, 1, 0, 1}, 1, answers, 2, 4);
        RawBytes.copy(answers, 2, back, 0, 4);
        assertArrayEquals(new byte[] {1, 1, 0, 1}, Arrays.copyOf(back, 4));
    }

    @Test
    void copiesBetweenAddressesAndArrays() {
        for (Object array : List.of(new byte[ROOM], new short[ROOM / 2], new char[ROOM / 2], new int[ROOM / 4],
                new float[ROOM / 4], new long[ROOM / 8], new double[ROOM / 8])) {
            MemorySegment heap = RawBytes.segmentOf(array);
            for (int length = 0; length < 70; length++) {
                for (int offset = 0; offset < 9; offset++) {
                    MemorySegment from = randomMemory();
                    MemorySegment to = arena.allocate(ROOM, 64);
                    RawBytes.copy(RawWords.addressOf(from) + 1, array, offset, length);
                    assertArrayEquals(bytes(from, 1, length), bytes(heap, offset, length));
                    RawBytes.copy(array, offset, RawWords.addressOf(to) + 5, length);
                    assertArrayEquals(bytes(from, 1, length), bytes(to, 5, length));
                }
            }
        }
    }

    @Test
    void loadsAndStoresUpToEightBytes() {
        for (Object array : List.of(new byte[32], new short[16], new int[8], new long[4], new double[4])) {
            MemorySegment heap = RawBytes.segmentOf(array);
            for (int length = 0; length <= 8; length++) {
                for (int offset = 0; offset < 9; offset++) {
                    MemorySegment from = randomMemory();
                    MemorySegment to = arena.allocate(32, 8);
                    RawBytes.store(RawBytes.load(RawWords.addressOf(from) + 3, length), array, offset, length);
                    assertArrayEquals(bytes(from, 3, length), bytes(heap, offset, length));
                    RawBytes.store(RawBytes.load(array, offset, length), RawWords.addressOf(to) + 1, length);
                    assertArrayEquals(bytes(from, 3, length), bytes(to, 1, length));
                }
            }
        }
    }

    @Test
    void booleansAreBytes() {
        boolean[] array = {false, false, true, true, false, false, true, false, true, true};
        MemorySegment memory = arena.allocate(ROOM, 8);
        RawBytes.copy(array, 1, RawWords.addressOf(memory), 9);
        assertArrayEquals(new byte[] {0, 1, 1, 0, 0, 1, 0, 1, 1}, bytes(memory, 0, 9));
        boolean[] back = new boolean[10];
        RawBytes.copy(RawWords.addressOf(memory), back, 1, 9);
        assertArrayEquals(array, back);
        assertEquals(RawBytes.load(RawWords.addressOf(memory), 5), RawBytes.load(array, 1, 5));
        boolean[] stored = new boolean[10];
        RawBytes.store(RawBytes.load(array, 2, 8), stored, 2, 8);
        assertArrayEquals(array, stored);
    }
}
