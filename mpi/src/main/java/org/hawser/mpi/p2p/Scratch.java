package org.hawser.mpi.p2p;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.RawWords;

/**
 * A piece of memory lent by {@link ScratchMemory}.
 *
 * <p><b>Threads:</b> its borrower.
 */
public final class Scratch {
    private final MemorySegment memory;
    private final long address;
    /** The next one that is free, or that the same borrower has. */
    Scratch next;

    Scratch(MemorySegment memory) {
        this.memory = memory;
        address = RawWords.addressOf(memory);
    }

    /** Where it begins; a multiple of 64. */
    public long address() {
        return address;
    }

    /** The piece as a segment, for those that take no addresses. */
    public MemorySegment memory() {
        return memory;
    }

    /** How many bytes it has. */
    public long bytes() {
        return memory.byteSize();
    }

    /** The piece that was put behind this one by {@link #chain}. */
    public Scratch next() {
        return next;
    }

    /** Puts this piece in front of others of the same borrower; returns this one. */
    public Scratch chain(Scratch others) {
        next = others;
        return this;
    }
}
