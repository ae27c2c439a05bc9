package org.hawser.platform.ring;

import static org.hawser.platform.memory.RawWords.getAcquire;
import static org.hawser.platform.memory.RawWords.getLong;
import static org.hawser.platform.memory.RawWords.setOpaque;
import static org.hawser.platform.memory.RawWords.setRelease;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.RawWords;

/**
 * The reading end of a one-to-one ring; see {@link SpscWriter} for the protocol.
 *
 * <p>Headers come from another process and are checked before use: a header that contradicts the ring throws
 * {@link CorruptRingException} and is not passed.
 *
 * <p><b>Threads:</b> one reader at a time. <b>Allocates:</b> at construction.
 */
public final class SpscReader {
    /** A record with a body of 8 bytes. */
    private static final int SHORTEST = RecordHeader.ALIGNMENT;

    /** Held for its memory, which is reached by address. */
    private final MemorySegment ring;
    private final MemorySegment memory;
    private final long consumed;
    private final long signal;
    private final long data;
    private final int capacity;
    private final int maxBytes;
    private long position;
    private long published;

    /**
     * Attaches to a fresh (zeroed) ring.
     *
     * @param ring memory of {@link SpscLayout#bytes} bytes
     */
    public SpscReader(MemorySegment ring) {
        capacity = SpscLayout.checkedCapacity(ring.byteSize());
        maxBytes = SpscLayout.maxBody(capacity) + RecordHeader.BYTES;
        this.ring = ring;
        memory = ring.asSlice(SpscLayout.DATA, capacity);
        consumed = RawWords.addressOf(ring) + SpscLayout.CONSUMED;
        signal = RawWords.addressOf(ring) + SpscLayout.SIGNAL;
        data = RawWords.addressOf(memory);
    }

    /** Bytes read since the ring was made: tells a busy ring from an idle one. */
    public long position() {
        return position;
    }

    /** Leaves a word for the writer to see at one of its next writes. */
    public void signal(long word) {
        setOpaque(signal, word);
    }

    /** True when a record is waiting; a hint for a thread that is about to sleep. */
    public boolean hasRecords() {
        return getAcquire(data + (position & capacity - 1)) != RecordHeader.EMPTY;
    }

    /**
     * Hands up to {@code limit} records to {@code reader} and returns how many.
     *
     * <p>Most polls find nothing, and a compiler that knows this keeps what follows a find out of line, call by call.
     * So the look is by itself, and {@link #drain} is compiled by what it does when there is something.
     */
    public int poll(RingReader reader, int limit) {
        return hasRecords() ? drain(reader, limit) : 0;
    }

    private int drain(RingReader reader, int limit) {
        int count = 0;
        while (count < limit) {
            int at = (int) position & capacity - 1;
            // Acquire: header first, then body. Pairs with the release in SpscWriter.publish.
            long header = getAcquire(data + at);
            if (header == RecordHeader.EMPTY) {
                break;
            }
            int word = RecordHeader.word(header);
            int bytes = RecordHeader.bytes(header);
            if (word < 0) {
                skipPadding(at, header);
                continue;
            }
            count++;
            if (bytes == SHORTEST) {
                // It ends before the ring does, as positions are multiples of its length.
                position += SHORTEST;
                reader.onWord(word, getLong(data + at + RecordHeader.BYTES), memory, at + RecordHeader.BYTES);
                continue;
            }
            int span = bytes + RecordHeader.ALIGNMENT - 1 & -RecordHeader.ALIGNMENT;
            if (bytes < RecordHeader.BYTES || bytes > maxBytes || at + span > capacity) {
                throw new CorruptRingException("one-to-one", position, header, capacity);
            }
            // Passed before the call: a reader that throws has had its record, and may poll again from inside.
            position += span;
            reader.onRecord(word, memory, at + RecordHeader.BYTES, bytes - RecordHeader.BYTES);
        }
        if (position - published >= capacity >> 3) {
            publishConsumed();
        }
        return count;
    }

    private void skipPadding(int at, long header) {
        // A gap is shorter than the record that did not fit into it.
        if (header != RecordHeader.of(RecordHeader.PADDING, capacity - at) || capacity - at > maxBytes) {
            throw new CorruptRingException("one-to-one", position, header, capacity);
        }
        position += capacity - at;
    }

    /**
     * Gives the read space back. Done each eighth of the ring: the writer's line moves rarely, and a drained ring
     * still has room for the longest record.
     */
    private void publishConsumed() {
        published = position;
        // Release: our reads of the records first, then the word that allows writing over them.
        setRelease(consumed, published);
    }
}
