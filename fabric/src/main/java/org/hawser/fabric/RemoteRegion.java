package org.hawser.fabric;

import java.lang.foreign.MemorySegment;

/**
 * A peer's region, reached one-sidedly. Every access is checked against the region's length, and refused with
 * nothing moved when it leaves it or when the owner has closed the region.
 *
 * <p>Operations have no order among each other; {@link Completion} or the runtime's fence gives one. Where the medium
 * maps the peer's memory the region is a {@link MappedRegion} and every operation is done when its call returns.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per operation where the medium does it directly.
 */
public abstract class RemoteRegion implements AutoCloseable {
    private final RegionKey key;
    private final long length;

    /** A region that {@code key} opens. */
    protected RemoteRegion(RegionKey key) {
        this.key = key;
        this.length = key.length();
    }

    /** The key it was opened with. */
    public final RegionKey key() {
        return key;
    }

    /** The rank that owns it. */
    public final int owner() {
        return key.owner();
    }

    /** Its bytes. */
    public final long length() {
        return length;
    }

    /** True when this region's medium does {@code capability} without the owner's processor. */
    public abstract boolean has(Capability capability);

    /**
     * Copies memory of this rank into the region.
     *
     * @return {@link Post#DONE}, {@link Post#STARTED} (the source stays untouched until then) or {@link Post#BUSY}
     */
    public abstract int write(long offset, MemorySegment source, long sourceOffset, long length, Completion completion);

    /**
     * Copies memory of this rank into the region, then sends {@code immediate} as a message with {@code word}: who
     * takes the message finds the data. When there is no room for the message the data may be there already, and is
     * written again with the next try. This base is for media whose writes are done when they return.
     *
     * @param to the way to the region's owner
     * @return as {@link #write}
     */
    public int writeImmediate(Endpoint to, long offset, MemorySegment source, long sourceOffset, long length, int word,
                              long immediate, Completion completion) {
        // The copy first: a claim held that long would keep others' messages waiting.
        write(offset, source, sourceOffset, length, completion);
        // The message's own release orders the copy before it.
        return to.sendShort(word, immediate);
    }

    /** Copies memory of the region to this rank; returns as {@link #write}. */
    public abstract int read(long offset, MemorySegment target, long targetOffset, long length, Completion completion);

    /**
     * Copies pieces of this rank's memory to pieces of the region in one go: true when that was done, false when the
     * medium has no such thing, and nothing was.
     *
     * @param to   pieces of the region, by offset; the list is used up
     * @param from native memory, by address, as many bytes; the list is used up
     */
    public boolean writePieces(Pieces to, Pieces from) {
        return false;
    }

    /** Copies pieces of the region to pieces of this rank's memory; as {@link #writePieces}. */
    public boolean readPieces(Pieces from, Pieces to) {
        return false;
    }

    /**
     * Adds to an aligned 64-bit word. The completion is always called, with the old value, before or after the return.
     *
     * @return {@link Post#DONE}, {@link Post#STARTED} or {@link Post#BUSY}
     */
    public abstract int fetchAdd(long offset, long delta, Completion completion);

    /** Replaces an aligned 64-bit word if it holds {@code expected}; as {@link #fetchAdd}, with what it held. */
    public abstract int compareSwap(long offset, long expected, long value, Completion completion);

    /** Lets go of the region; the peer's memory stays. */
    @Override
    public abstract void close();

    /** Refuses an access that leaves the region. */
    protected final void check(long offset, long bytes) {
        if ((offset | bytes) < 0 || offset > length - bytes) {
            throw outside(offset, bytes);
        }
    }

    /** The refusal of a word that is not aligned. */
    protected final FabricException notAligned(long offset) {
        return FabricException.refused("a word must be at a multiple of 8: offset=" + offset + " in " + key);
    }

    private FabricException outside(long offset, long bytes) {
        return FabricException.refused("access outside the region: offset=" + offset + " length=" + bytes + " in "
            + key);
    }
}
