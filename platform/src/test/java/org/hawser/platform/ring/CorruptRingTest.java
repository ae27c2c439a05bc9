package org.hawser.platform.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Random;
import org.hawser.platform.memory.Words;
import org.junit.jupiter.api.Test;

/** Whatever stands in a header: an exception that says so, or a record inside the ring; no wild read, no loop. */
class CorruptRingTest {
    private static final int CAPACITY = 1024;
    private static final Duration HANG = Duration.ofSeconds(60);

    private static RingReader within(int maxBody) {
        return (word, memory, offset, length) -> {
            assertTrue(word >= 0 && length >= 0 && length <= maxBody, "word=" + word + " length=" + length);
            assertTrue(offset >= 0 && offset + length <= memory.byteSize());
        };
    }

    private static MemorySegment ring() {
        return Arena.ofAuto().allocate(SpscLayout.bytes(CAPACITY), 64);
    }

    @Test
    void randomHeadersAreRefusedOrHarmless() {
        assertTimeoutPreemptively(HANG, () -> {
            Random random = new Random(7);
            int refused = 0;
            for (int i = 0; i < 100_000; i++) {
                refused += fuzz(random, i % 2 == 0) ? 1 : 0;
            }
            assertTrue(refused > 1_000, "refused=" + refused);
        });
    }

    /** Moves to a random place, writes a header that is wrong in a random way, reads on; true when it was refused. */
    private static boolean fuzz(Random random, boolean many) {
        MemorySegment ring = ring();
        SpscWriter one = new SpscWriter(ring);
        SpscReader oneReader = new SpscReader(ring);
        MpscReader manyReader = new MpscReader(ring);
        MpscWriter manyWriter = new MpscWriter(ring);
        int records = random.nextInt(200);
        long at = 0;
        for (int i = 0; i < records; i++) {
            long claimed = many ? manyWriter.claim(i % 50) : one.claim(i % 50);
            if (claimed < 0) {
                break;
            }
            at = claimed - RecordHeader.BYTES;
            if (many) {
                manyWriter.commit(claimed, i % 50, i);
                manyReader.poll(within(CAPACITY), random.nextInt(3));
            } else {
                one.commit(claimed, i % 50, i);
                oneReader.poll(within(CAPACITY), random.nextInt(3));
            }
        }
        long old = Words.getLong(ring, SpscLayout.DATA + at);
        Words.setLong(ring, SpscLayout.DATA + at, mutate(random, old, (int) at));
        try {
            for (int i = 0; i < 4; i++) {
                if (many) {
                    manyReader.poll(within(MpscLayout.maxBody(CAPACITY)), 1_000);
                } else {
                    oneReader.poll(within(SpscLayout.maxBody(CAPACITY)), 1_000);
                }
            }
            return false;
        } catch (CorruptRingException e) {
            assertTrue(e.getMessage().contains("position="), e.getMessage());
            return true;
        }
    }

    private static long mutate(Random random, long header, int at) {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextLong();
            case 1 -> header ^ 1L << random.nextInt(64);
            case 2 -> RecordHeader.of(random.nextInt() & Integer.MAX_VALUE, random.nextInt());
            case 3 -> RecordHeader.of(RecordHeader.PADDING, CAPACITY - at);
            case 4 -> RecordHeader.of(-2 - random.nextInt(5), random.nextInt(CAPACITY));
            default -> RecordHeader.of(1, random.nextInt(2 * CAPACITY));
        };
    }

    @Test
    void paddingThatIsLongerThanAnyRecordIsRefused() {
        assertTimeoutPreemptively(HANG, () -> {
            MemorySegment ring = ring();
            Words.setLong(ring, SpscLayout.DATA, RecordHeader.of(RecordHeader.PADDING, CAPACITY));
            assertThrows(CorruptRingException.class, () -> new SpscReader(ring).poll(within(CAPACITY), 10));
            assertThrows(CorruptRingException.class, () -> new MpscReader(ring).poll(within(CAPACITY), 10));
        });
    }

    @Test
    void aCorruptRecordIsNotPassed() {
        MemorySegment ring = ring();
        SpscReader reader = new SpscReader(ring);
        Words.setLong(ring, SpscLayout.DATA, RecordHeader.of(1, 7));
        for (int i = 0; i < 3; i++) {
            assertThrows(CorruptRingException.class, () -> reader.poll(within(CAPACITY), 10));
        }
        assertEquals(0, reader.position());
    }
}
