package org.hawser.platform.ring;

import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.setRelease;

import java.lang.foreign.MemorySegment;

/**
 * The reading end of a many-to-one ring; see {@link MpscWriter} for the protocol. Headers are checked as in
 * {@link SpscReader}.
 *
 * <p><b>Threads:</b> one reader at a time. <b>Allocates:</b> at construction.
 */
public final class MpscReader {
    private final MemorySegment control;
    private final MemorySegment data;
    private final int capacity;
    private final int maxBytes;
    private long position;
    private long cleared;

    /**
     * Attaches to a fresh (zeroed) ring.
     *
     * @param ring memory of {@link MpscLayout#bytes} bytes
     */
    public MpscReader(MemorySegment ring) {
        capacity = SpscLayout.checkedCapacity(ring.byteSize());
        maxBytes = MpscLayout.maxBody(capacity) + RecordHeader.BYTES;
        control = ring.asSlice(0, MpscLayout.DATA);
        data = ring.asSlice(MpscLayout.DATA, capacity);
    }

    /** True when a record, or the start of one, may be waiting; a hint for a thread that is about to sleep. */
    public boolean hasRecords() {
        return getAcquire(data, (int) position & capacity - 1) != RecordHeader.EMPTY;
    }

    /** Hands up to {@code limit} records to {@code reader} and returns how many. */
    public int poll(RingReader reader, int limit) {
        int count = 0;
        try {
            while (count < limit) {
                int at = (int) position & capacity - 1;
                // Acquire: header first, then body. Pairs with the release in MpscWriter.commit.
                long header = getAcquire(data, at);
                if (header == RecordHeader.EMPTY) {
                    break;
                }
                int word = RecordHeader.word(header);
                int bytes = RecordHeader.bytes(header);
                int span = bytes + RecordHeader.ALIGNMENT - 1 & -RecordHeader.ALIGNMENT;
                boolean padding = header == RecordHeader.of(RecordHeader.PADDING, capacity - at);
                if (!padding
                        && (word < 0 || bytes < RecordHeader.BYTES || bytes > maxBytes || at + span > capacity)) {
                    throw new CorruptRingException("many-to-one", position, header, capacity);
                }
                position += span;
                if (!padding) {
                    count++;
                    reader.onRecord(word, data, at + RecordHeader.BYTES, bytes - RecordHeader.BYTES);
                }
            }
        } finally {
            // The low watermark: room goes back to the writers an eighth of the ring at a time.
            if (position - cleared >= capacity >> 3) {
                clearAndPublish();
            }
        }
        return count;
    }

    private void clearAndPublish() {
        int from = (int) cleared & capacity - 1;
        int bytes = (int) (position - cleared);
        int first = Math.min(bytes, capacity - from);
        data.asSlice(from, first).fill((byte) 0);
        data.asSlice(0, bytes - first).fill((byte) 0);
        cleared = position;
        // Release: zeroes first, then the word that lets writers claim them. Pairs with the acquire in
        // MpscWriter.claim.
        setRelease(control, MpscLayout.CONSUMED, cleared);
    }
}
