package org.hawser.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import org.hawser.platform.memory.RawWords;

/**
 * A peer's region whose memory this process maps: a put is a copy, a get is a copy, an atomic is the processor's own,
 * and the target's processor runs nothing.
 *
 * <p>The owner may close the region at any time. Its {@code open} word, in memory that stays mapped, is read before
 * every access; an access that races with the close touches memory that is no longer anyone's, never anyone else's.
 * Words are reached by address (see {@link RawWords}), after a check of bounds; this object holds their memory.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per operation.
 */
public final class MappedRegion extends RemoteRegion {
    /** The value of the {@code open} word while the region is open. */
    public static final long OPEN = 0x4f50_454e_4841_5753L;

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    /** Holds no {@link #OPEN}: the state of a region that this rank has let go. */
    private static final MemorySegment LET_GO = Arena.global().allocate(Long.BYTES, Long.BYTES);
    private static final long LET_GO_ADDRESS = RawWords.addressOf(LET_GO);

    private final MemorySegment memory;
    private final long address;
    private final MemorySegment stateMemory;
    private long state;

    /**
     * A region on mapped memory.
     *
     * @param key    what opened it
     * @param memory the peer's bytes, exactly; mapped until the segment is unreachable
     * @param state  8 bytes that hold {@link #OPEN} until the owner closes the region; mapped likewise
     */
    public MappedRegion(RegionKey key, MemorySegment memory, MemorySegment state) {
        super(key);
        if (memory.byteSize() != key.length()) {
            throw new IllegalArgumentException("memory of another size: bytes=" + memory.byteSize() + " in " + key);
        }
        this.memory = memory;
        address = RawWords.addressOf(memory);
        stateMemory = state;
        this.state = RawWords.addressOf(state);
    }

    @Override
    public boolean has(Capability capability) {
        return capability != Capability.ZERO_COPY_SEND;
    }

    /** True until the owner closes the region or this rank lets it go. */
    public boolean isOpen() {
        boolean open = RawWords.getOpaque(state) == OPEN;
        Reference.reachabilityFence(stateMemory);
        return open;
    }

    /** The peer's memory, for load and store. */
    public MemorySegment map() {
        checkOpen();
        return memory;
    }

    /** Writes 8 bytes; orders nothing. The offset must be a multiple of 8. */
    public void putLong(long offset, long value) {
        checkPlace(offset);
        checkOpen();
        // Opaque: whole, and never merged with a neighbour's or dropped; a plain move all the same.
        RawWords.setOpaque(address + offset, value);
        Reference.reachabilityFence(this);
    }

    /** Writes 8 bytes after all that this thread wrote before. The offset must be a multiple of 8. */
    public void putLongRelease(long offset, long value) {
        checkPlace(offset);
        checkOpen();
        RawWords.setRelease(address + offset, value);
        Reference.reachabilityFence(this);
    }

    /** Reads 8 bytes; what this thread reads later is at least as new. The offset must be a multiple of 8. */
    public long getLong(long offset) {
        checkPlace(offset);
        checkOpen();
        long held = RawWords.getAcquire(address + offset);
        Reference.reachabilityFence(this);
        return held;
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
        checkPlace(offset);
        checkOpen();
        long held = RawWords.getAndAdd(address + offset, delta);
        Reference.reachabilityFence(this);
        return held;
    }

    /** Replaces a word and returns what it held. */
    public long swap(long offset, long value) {
        checkPlace(offset);
        checkOpen();
        long held = RawWords.getAndSet(address + offset, value);
        Reference.reachabilityFence(this);
        return held;
    }

    /** Replaces a word if it holds {@code expected}; returns what it held. */
    public long compareSwap(long offset, long expected, long value) {
        checkPlace(offset);
        checkOpen();
        long held = RawWords.compareAndExchange(address + offset, expected, value);
        Reference.reachabilityFence(this);
        return held;
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
        // The memory is unmapped when nobody holds this any more; until then a thread that lost the race does no harm.
        state = LET_GO_ADDRESS;
    }

    /** The word must be in the region and aligned in memory; a registered region may begin anywhere. */
    private void checkPlace(long offset) {
        check(offset, Long.BYTES);
        if ((address + offset & Long.BYTES - 1) != 0) {
            throw notAligned(offset);
        }
    }

    private void checkOpen() {
        // Opaque: the word changes once, and a late look is a race the caller lost by a moment.
        if (RawWords.getOpaque(state) != OPEN) {
            Reference.reachabilityFence(stateMemory);
            throw FabricException.refused("the region has been closed"
                + (state == LET_GO_ADDRESS ? ": " : " by its owner: ") + key());
        }
    }
}
