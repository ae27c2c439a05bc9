package org.hawser.platform.ring;

import static org.hawser.platform.memory.RawWords.getAcquire;
import static org.hawser.platform.memory.RawWords.getOpaque;
import static org.hawser.platform.memory.RawWords.setLong;
import static org.hawser.platform.memory.RawWords.setRelease;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.RawWords;

/**
 * The writing end of a one-to-one ring of variable-size records in shared memory.
 *
 * <p>A record becomes visible by its header word alone, so a message moves one cache line from writer to reader
 * and nothing back. The reader never writes into the data: before a header is published the <em>next</em>
 * header is clear. The writer clears ahead, a line or two, after it has published: so the lines it is about to write
 * are its own already, and the store that publishes waits for no other. Space comes back through {@code consumed},
 * which the writer reads only when its last known limit is used up.
 *
 * <pre>{@code
 * long at = writer.claim(24);
 * if (at < 0) return BUSY;
 * writer.memory().set(JAVA_LONG, at, value);
 * writer.commit(at, 24, word);
 * }</pre>
 *
 * <p><b>Threads:</b> one writer at a time; callers that have several bring a lock. <b>Allocates:</b> at construction.
 */
public final class SpscWriter {
    /** Returned by {@link #claim} when there is no room now; nothing has changed. */
    public static final long BUSY = -1;

    private static final long LINE = 64;
    /** Less than this clear in front of the writer, and it clears more. */
    private static final long CLEAR_AHEAD = 48;

    /** Held for its memory, which is reached by address. */
    private final MemorySegment ring;
    private final MemorySegment memory;
    private final long consumed;
    private final long signal;
    private final long data;
    private final int capacity;
    private final int maxBody;
    /** Bytes written since the ring was made. */
    private long position;
    /** The position up to which the reader is known to leave room. */
    private long limit;
    /** A body has been claimed and not committed. */
    private boolean claimOpen;
    /** The position up to which every place for a header is clear; a multiple of 16. */
    private long cleared;
    /** The position up to which lines were taken from the reader's cache; a multiple of 64, or the limit. */
    private long taken;

    /**
     * Attaches to a fresh (zeroed) ring.
     *
     * @param ring memory of {@link SpscLayout#bytes} bytes
     */
    public SpscWriter(MemorySegment ring) {
        capacity = SpscLayout.checkedCapacity(ring.byteSize());
        maxBody = SpscLayout.maxBody(capacity);
        this.ring = ring;
        memory = ring.asSlice(SpscLayout.DATA, capacity);
        consumed = RawWords.addressOf(ring) + SpscLayout.CONSUMED;
        signal = RawWords.addressOf(ring) + SpscLayout.SIGNAL;
        data = RawWords.addressOf(memory);
        limit = capacity;
        cleared = capacity - RecordHeader.ALIGNMENT;
    }

    /** The ring's data; bodies are written here between claim and commit. */
    public MemorySegment memory() {
        return memory;
    }

    /** The address of {@link #memory()}, for {@link RawWords}. */
    public long address() {
        return data;
    }

    /** The word that the reader last gave to {@link SpscReader#signal(long)}; zero at first. */
    public long signal() {
        return getOpaque(signal);
    }

    /** Writes a record with a body of 8 bytes; false when there is no room now. */
    public boolean offer(int word, long body) {
        int at = (int) position & capacity - 1;
        // A record of 16 bytes always fits before the end: positions are multiples of 16. The second 16 are the
        // next header's, which must not lie on an unread record.
        if (position + 32 > limit && !renewLimit(32)) {
            return false;
        }
        forgetOpenClaim();
        setLong(data + at + RecordHeader.BYTES, body);
        publish(at, 16, RecordHeader.of(word, 16));
        return true;
    }

    /** Writes a record with a body of 16 bytes; false when there is no room now. */
    public boolean offer(int word, long first, long second) {
        int at = (int) position & capacity - 1;
        // The record takes 32 bytes; the next 16 are the next header's, which must not lie on an unread record.
        if (at + 32 > capacity || position + 48 > limit && !renewLimit(48)) {
            return offerClaimed(word, first, second);
        }
        forgetOpenClaim();
        setLong(data + at + RecordHeader.BYTES, first);
        setLong(data + at + RecordHeader.BYTES + Long.BYTES, second);
        publish(at, 32, RecordHeader.of(word, RecordHeader.BYTES + 16));
        return true;
    }

    /** The same where the ring ends or is full. */
    private boolean offerClaimed(int word, long first, long second) {
        long body = claim(16);
        if (body < 0) {
            return false;
        }
        setLong(data + body, first);
        setLong(data + body + Long.BYTES, second);
        commit(body, 16, word);
        return true;
    }

    /**
     * Reserves a body of {@code length} bytes; returns its offset in {@link #memory()} or {@link #BUSY}. Nothing is
     * visible before {@link #commit}; a claim that is not committed is simply claimed again.
     */
    public long claim(int length) {
        assert length >= 0 && length <= maxBody : "length=" + length + " max=" + maxBody;
        int span = RecordHeader.span(length);
        int at = (int) position & capacity - 1;
        int room = capacity - at;
        if (span > room) {
            return claimAfterWrap(at, room, span);
        }
        if (position + span + RecordHeader.ALIGNMENT > limit && !renewLimit(span + RecordHeader.ALIGNMENT)) {
            return BUSY;
        }
        expectCommit();
        return at + RecordHeader.BYTES;
    }

    /**
     * A body may be given up after it was written, and a shorter record end inside it: whoever claims or offers next
     * finds the claim open and takes what lies ahead for not clear.
     */
    private void expectCommit() {
        forgetOpenClaim();
        claimOpen = true;
    }

    private void forgetOpenClaim() {
        if (claimOpen) {
            claimOpen = false;
            cleared = Math.min(cleared, position + RecordHeader.ALIGNMENT);
        }
    }

    /** Makes the record at {@code offset}, with the body last claimed there, visible to the reader. */
    public void commit(long offset, int length, int word) {
        claimOpen = false;
        publish((int) offset - RecordHeader.BYTES, RecordHeader.span(length),
            RecordHeader.of(word, length + RecordHeader.BYTES));
    }

    private long claimAfterWrap(int at, int room, int span) {
        if (position + room + span + RecordHeader.ALIGNMENT > limit
                && !renewLimit(room + span + RecordHeader.ALIGNMENT)) {
            return BUSY;
        }
        publish(at, room, RecordHeader.of(RecordHeader.PADDING, room));
        expectCommit();
        return RecordHeader.BYTES;
    }

    private void publish(int at, int span, long header) {
        long next = position + span;
        if (cleared <= next) {
            setLong(data + (next & capacity - 1), RecordHeader.EMPTY);
            cleared = next + RecordHeader.ALIGNMENT;
        }
        // Release: body and the clear next header first, then this header. Pairs with the acquire in SpscReader.drain.
        setRelease(data + at, header);
        position = next;
        if (cleared - next < CLEAR_AHEAD) {
            clearAhead();
        }
        if (span > LINE) {
            takeAhead(span);
        }
    }

    /**
     * A long record is mostly followed by another: takes its lines from the reader's cache now, by a store to each,
     * where the next record would wait for them. They are free, so what is stored there does not matter.
     */
    private void takeAhead(int span) {
        long end = Math.min(limit, position + span + LINE);
        for (long at = Math.max(taken, position + LINE - 1 & -LINE); at < end; at += LINE) {
            setLong(data + (at & capacity - 1), RecordHeader.EMPTY);
        }
        taken = Math.max(taken, end);
    }

    /** Clears the places for headers up to the end of the next line, as far as the reader has left room. */
    private void clearAhead() {
        long end = Math.min(limit, (cleared & -LINE) + 2 * LINE);
        for (long at = cleared; at < end; at += RecordHeader.ALIGNMENT) {
            setLong(data + (at & capacity - 1), RecordHeader.EMPTY);
        }
        cleared = Math.max(cleared, end);
    }

    private boolean renewLimit(int needed) {
        // Acquire: the reader is done with the bytes below `consumed` before we write over them.
        // Pairs with the release in SpscReader.publishConsumed.
        limit = getAcquire(consumed) + capacity;
        return position + needed <= limit;
    }
}
