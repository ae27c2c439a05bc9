package org.hawser.platform.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FullRingTest {
    private static final int CAPACITY = 4096;

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 24, 100, 480, 496})
    void onePollOfAFullManyToOneRingGivesEachRecordOnce(int length) {
        MemorySegment ring = Arena.ofAuto().allocate(MpscLayout.bytes(CAPACITY), 64);
        MpscWriter writer = new MpscWriter(ring);
        MpscReader reader = new MpscReader(ring);
        for (int lap = 0; lap < 20; lap++) {
            int written = 0;
            for (long at = writer.claim(length); at >= 0; at = writer.claim(length)) {
                writer.commit(at, length, written++);
            }
            assertTrue(written > 0);
            int[] next = {0};
            assertEquals(written, reader.poll((word, memory, offset, bytes) -> assertEquals(next[0]++, word),
                Integer.MAX_VALUE));
            assertFalse(reader.hasRecords());
        }
    }

    @Test
    void aBodyThatWasWrittenAndNotCommittedIsNeverRead() {
        MemorySegment ring = Arena.ofAuto().allocate(SpscLayout.bytes(CAPACITY), 64);
        SpscWriter writer = new SpscWriter(ring);
        SpscReader reader = new SpscReader(ring);
        for (int i = 0; i < 2_000; i++) {
            int length = i % SpscLayout.maxBody(CAPACITY);
            long at = writer.claim(length);
            if (at >= 0) {
                writer.memory().asSlice(at, length).fill((byte) 0x11);
            }
            assertTrue(writer.offer(3, i));
            long wanted = i;
            assertEquals(1, reader.poll((word, memory, offset, bytes) ->
                assertEquals(wanted, memory.get(ValueLayout.JAVA_LONG, offset)), 10));
        }
    }

    @Test
    void aReaderThatThrowsHasHadItsRecord() {
        MemorySegment ring = Arena.ofAuto().allocate(MpscLayout.bytes(CAPACITY), 64);
        MpscWriter writer = new MpscWriter(ring);
        MpscReader reader = new MpscReader(ring);
        for (int i = 0; i < 1_000; i++) {
            writer.commit(writer.claim(100), 100, 1);
            assertThrows(IllegalStateException.class, () -> reader.poll((word, memory, offset, bytes) -> {
                throw new IllegalStateException();
            }, 10));
            assertEquals(0, reader.poll((word, memory, offset, bytes) -> { }, 10));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1023, 1025, 3000, (1L << 31) + 1})
    void aLengthThatIsNoPowerOfTwoInRangeIsRefused(long capacity) {
        MemorySegment memory = MemorySegment.NULL.byteSize() == capacity ? MemorySegment.NULL
            : Arena.ofAuto().allocate(Math.min(capacity, 4000) + 256, 64);
        assertThrows(IllegalArgumentException.class, () -> new SpscWriter(memory));
        assertThrows(IllegalArgumentException.class, () -> new MpscReader(memory));
    }
}
