package org.hawser.platform.ring;

import static org.hawser.platform.memory.RawWords.compareAndSet;
import static org.hawser.platform.memory.RawWords.getAcquire;
import static org.hawser.platform.memory.RawWords.getOpaque;
import static org.hawser.platform.memory.RawWords.setRelease;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.RawWords;

/**
 * A writing end of a many-to-one ring of variable-size records in shared memory.
 *
 * <p>A writer claims space by moving {@code claimed} with a compare-and-swap, fills it and publishes the header.
 * The reader takes records in the order of the claims and clears what it has read, so that every header position
 * is zero when it is claimed again.
 *
 * <p><b>Threads:</b> any number of writers in any number of processes, each with its own instance or sharing one.
 * A writer with a number leaves it with its claim, so that the reader can go on without it when it has died before the
 * commit ({@link MpscReader#skipClaim}); one that dies in the very moment of the claim blocks the ring.
 * <b>Allocates:</b> at construction.
 */
public final class MpscWriter {
    /** Returned by {@link #claim} when there is no room now; nothing has changed. */
    public static final long BUSY = -1;

    /** Held for its memory, which is reached by address. */
    private final MemorySegment ring;
    private final MemorySegment memory;
    private final long claims;
    private final long consumed;
    private final long data;
    private final int capacity;
    private final int maxBody;
    /** What it leaves with a claim; 0 when it has no number. */
    private final int claim;
    /** The position up to which there was room when last looked; racy among threads, and only ever too small. */
    private long limit;

    /**
     * Attaches to a ring.
     *
     * @param ring memory of {@link MpscLayout#bytes} bytes
     */
    public MpscWriter(MemorySegment ring) {
        this(ring, -1);
    }

    /**
     * Attaches to a ring, with a number.
     *
     * @param ring memory of {@link MpscLayout#bytes} bytes
     * @param owner less than 2<sup>30</sup>; negative for none
     */
    public MpscWriter(MemorySegment ring, int owner) {
        assert owner < RecordHeader.OWNERS : "owner=" + owner;
        claim = owner < 0 ? 0 : RecordHeader.claim(owner);
        capacity = SpscLayout.checkedCapacity(ring.byteSize());
        maxBody = MpscLayout.maxBody(capacity);
        this.ring = ring;
        memory = ring.asSlice(MpscLayout.DATA, capacity);
        claims = RawWords.addressOf(ring) + MpscLayout.CLAIMED;
        consumed = RawWords.addressOf(ring) + MpscLayout.CONSUMED;
        data = RawWords.addressOf(memory);
    }

    /** The ring's data; bodies are written here between claim and commit. */
    public MemorySegment memory() {
        return memory;
    }

    /** The address of {@link #memory()}, for {@link RawWords}. */
    public long address() {
        return data;
    }

    /**
     * Reserves a body of {@code length} bytes; returns its offset in {@link #memory()} or {@link #BUSY}. A claim must
     * be committed: the reader waits for it.
     */
    public long claim(int length) {
        assert length >= 0 && length <= maxBody : "length=" + length + " max=" + maxBody;
        int span = RecordHeader.span(length);
        while (true) {
            long claimed = getOpaque(claims);
            int at = (int) claimed & capacity - 1;
            int room = capacity - at;
            int needed = span > room ? room + span : span;
            // Acquire in the renewal: the reader has cleared what lies below `consumed`. A limit that an earlier
            // renewal saw stays true, for `consumed` only grows.
            if (claimed + needed > limit) {
                limit = getAcquire(consumed) + capacity;
                if (claimed + needed > limit) {
                    return BUSY;
                }
            }
            if (compareAndSet(claims, claimed, claimed + needed)) {
                if (span > room) {
                    setRelease(data + at, RecordHeader.of(RecordHeader.PADDING, room));
                    at = 0;
                }
                if (claim != 0) {
                    // Before the body: a store to a line that is written anyway.
                    setRelease(data + at, RecordHeader.of(claim, length + RecordHeader.BYTES));
                }
                return at + RecordHeader.BYTES;
            }
            Thread.onSpinWait();
        }
    }

    /** Makes the record claimed at {@code offset} visible to the reader. */
    public void commit(long offset, int length, int word) {
        // Release: body first, then header. Pairs with the acquire in MpscReader.drain.
        setRelease(data + offset - RecordHeader.BYTES, RecordHeader.of(word, length + RecordHeader.BYTES));
    }
}
