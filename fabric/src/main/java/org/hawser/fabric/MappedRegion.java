package org.hawser.fabric;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.platform.memory.Words;

/**
 * A peer's region whose memory this process maps: a put is a copy, a get is a copy, an atomic is the processor's own,
 * and the target's processor runs nothing.
 *
 * <p>The owner may close the region at any time. Its {@code open} word, in memory that stays mapped, is read before
 * every access; an access that races with the close touches memory that is no longer anyone's, never anyone else's.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per operation.
 */
public final class MappedRegion extends RemoteRegion {
    /** The value of the {@code open} word while the region is open. */
    public static final long OPEN = 0x4f50_454e_4841_5753L;

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private final MemorySegment memory;
    private final MemorySegment state;
    private final Runnable release;

    /**
     * A region on mapped memory.
     *
     * @param key     what opened it
     * @param memory  the peer's bytes, exactly
     * @param state   8 bytes that hold {@link #OPEN} until the owner closes the region
     * @param release called once when this rank lets go
     */
    public MappedRegion(RegionKey key, MemorySegment memory, MemorySegment state, Runnable release) {
        super(key);
        this.memory = memory;
        this.state = state;
        this.release = release;
    }

    @Override
    public boolean has(Capability capability) {
        return capability != Capability.ZERO_COPY_SEND;
    }

    /** The peer's memory, for load and store. */
    public MemorySegment map() {
        checkOpen();
        return memory;
    }

    /** Writes 8 bytes; orders nothing. The offset must be a multiple of 8. */
    public void putLong(long offset, long value) {
        checkWord(offset);
        checkOpen();
        // Opaque: whole, and never merged with a neighbour's or dropped; a plain move all the same.
        Words.setOpaque(memory, offset, value);
    }

    /** Writes 8 bytes after all that this thread wrote before. The offset must be a multiple of 8. */
    public void putLongRelease(long offset, long value) {
        checkWord(offset);
        checkOpen();
        Words.setRelease(memory, offset, value);
    }

    /** Reads 8 bytes; what this thread reads later is at least as new. The offset must be a multiple of 8. */
    public long getLong(long offset) {
        checkWord(offset);
        checkOpen();
        return Words.getAcquire(memory, offset);
    }

    /** Copies into the region. */
    public void put(long offset, MemorySegment source, long sourceOffset, long length) {
        check(offset, length);
        checkOpen();
        MemorySegment.copy(source, BYTE, sourceOffset, memory, BYTE, offset, length);
    }

    /** Copies out of the region. */
    public void get(long offset, MemorySegment target, long targetOffset, long length) {
        check(offset, length);
        checkOpen();
        MemorySegment.copy(memory, BYTE, offset, target, BYTE, targetOffset, length);
    }

    /** Adds to a word and returns what it held. */
    public long fetchAdd(long offset, long delta) {
        checkWord(offset);
        checkOpen();
        return Words.getAndAdd(memory, offset, delta);
    }

    /** Replaces a word and returns what it held. */
    public long swap(long offset, long value) {
        checkWord(offset);
        checkOpen();
        return Words.getAndSet(memory, offset, value);
    }

    /** Replaces a word if it holds {@code expected}; returns what it held. */
    public long compareSwap(long offset, long expected, long value) {
        checkWord(offset);
        checkOpen();
        return Words.compareAndExchange(memory, offset, expected, value);
    }

    @Override
    public int write(long offset, MemorySegment source, long sourceOffset, long length, Completion completion) {
        put(offset, source, sourceOffset, length);
        return Post.DONE;
    }

    @Override
    public int read(long offset, MemorySegment target, long targetOffset, long length, Completion completion) {
        get(offset, target, targetOffset, length);
        return Post.DONE;
    }

    @Override
    public int fetchAdd(long offset, long delta, Completion completion) {
        completion.completed(fetchAdd(offset, delta));
        return Post.DONE;
    }

    @Override
    public int compareSwap(long offset, long expected, long value, Completion completion) {
        completion.completed(compareSwap(offset, expected, value));
        return Post.DONE;
    }

    @Override
    public void close() {
        release.run();
    }

    private void checkOpen() {
        // Opaque: the word changes once, and a late look is a race the caller lost by a moment.
        if (Words.getOpaque(state, 0) != OPEN) {
            throw FabricException.refused("the region has been closed by its owner: " + key());
        }
    }
}
