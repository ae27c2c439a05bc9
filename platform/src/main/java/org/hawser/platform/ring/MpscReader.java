package org.hawser.platform.ring;

import static org.hawser.platform.memory.RawWords.getAcquire;
import static org.hawser.platform.memory.RawWords.setRelease;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.RawWords;

/**
 * The reading end of a many-to-one ring; see {@link MpscWriter} for the protocol. Headers are checked as in
 * {@link SpscReader}.
 *
 * <p><b>Threads:</b> one reader at a time. <b>Allocates:</b> at construction.
 */
public final class MpscReader {
    /** Held for its memory, which is reached by address. */
    private final MemorySegment ring;
    private final MemorySegment memory;
    private final long consumed;
    private final long claimed;
    private final long data;
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
        this.ring = ring;
        memory = ring.asSlice(MpscLayout.DATA, capacity);
        consumed = RawWords.addressOf(ring) + MpscLayout.CONSUMED;
        claimed = RawWords.addressOf(ring) + MpscLayout.CLAIMED;
        data = RawWords.addressOf(memory);
    }

    /** True when a record, or the start of one, may be waiting; a hint for a thread that is about to sleep. */
    public boolean hasRecords() {
        return getAcquire(data + (position & capacity - 1)) != RecordHeader.EMPTY;
    }

    /** Hands up to {@code limit} records to {@code reader} and returns how many. */
    public int poll(RingReader reader, int limit) {
        // By itself, as in SpscReader.
        return hasRecords() ? drain(reader, limit) : 0;
    }

    private int drain(RingReader reader, int limit) {
        int count = 0;
        try {
            while (count < limit) {
                int at = (int) position & capacity - 1;
                // Acquire: header first, then body. Pairs with the release in MpscWriter.commit.
                long header = getAcquire(data + at);
                if (header == RecordHeader.EMPTY || RecordHeader.isClaim(header)) {
                    break;
                }
                int word = RecordHeader.word(header);
                int bytes = RecordHeader.bytes(header);
                int span = bytes + RecordHeader.ALIGNMENT - 1 & -RecordHeader.ALIGNMENT;
                // A gap is shorter than the record that did not fit into it.
                boolean padding = header == RecordHeader.of(RecordHeader.PADDING, capacity - at)
                    && capacity - at <= maxBytes;
                if (!padding
                        && (word < 0 || bytes < RecordHeader.BYTES || bytes > maxBytes || at + span > capacity)) {
                    throw new CorruptRingException("many-to-one", position, header, capacity);
                }
                position += span;
                if (!padding) {
                    count++;
                    reader.onRecord(word, memory, at + RecordHeader.BYTES, bytes - RecordHeader.BYTES);
                }
                giveRoom();
            }
        } finally {
            giveRoom();
        }
        return count;
    }

    /**
     * True when a writer has claimed a record and not committed it yet. Others' records may lie behind it, committed
     * long ago: they have arrived, and are not to be had before.
     */
    public boolean isBehindClaims() {
        // Acquire: what was committed before this is seen by the next poll.
        return getAcquire(claimed) != position;
    }

    /** The number of the writer whose claimed record holds up the others; -1 when none does, or it has none. */
    public int claimOwner() {
        long header = getAcquire(data + (position & capacity - 1));
        return RecordHeader.isClaim(header) ? RecordHeader.owner(header) : -1;
    }

    /** Goes on behind a record whose writer, {@code owner}, has died before it was committed. */
    public void skipClaim(int owner) {
        int at = (int) position & capacity - 1;
        long header = getAcquire(data + at);
        // Looked at again: it may have been committed before the writer died.
        if (RecordHeader.isClaim(header) && RecordHeader.owner(header) == owner) {
            int bytes = RecordHeader.bytes(header);
            int span = bytes + RecordHeader.ALIGNMENT - 1 & -RecordHeader.ALIGNMENT;
            if (bytes < RecordHeader.BYTES || bytes > maxBytes || at + span > capacity) {
                throw new CorruptRingException("many-to-one", position, header, capacity);
            }
            position += span;
            giveRoom();
        }
    }

    /**
     * The low watermark: room goes back to the writers an eighth of the ring at a time. Within a poll too: a reader
     * that came round to records it has not cleared would take them for new ones.
     */
    private void giveRoom() {
        if (position - cleared >= capacity >> 3) {
            clearAndPublish();
        }
    }

    private void clearAndPublish() {
        int from = (int) cleared & capacity - 1;
        int bytes = (int) (position - cleared);
        int first = Math.min(bytes, capacity - from);
        memory.asSlice(from, first).fill((byte) 0);
        memory.asSlice(0, bytes - first).fill((byte) 0);
        cleared = position;
        // Release: zeroes first, then the word that lets writers claim them. Pairs with the acquire in
        // MpscWriter.claim.
        setRelease(consumed, cleared);
    }
}
