package org.hawser.pgas.memory;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.PgasException;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Memory of one thread's heap, as any thread knows it. Before it lies a header of 64 bytes:
 *
 * <pre>
 *   -64: stamp, 0 once it is freed   -56: bytes   …   0: the memory
 * </pre>
 *
 * <p>No two blocks have the same stamp. Who reaches the memory by address looks at the stamp first, so nobody takes
 * another block for one that was there before. Who does not asks for it, at the price of another round trip.
 *
 * <p><b>Threads:</b> any.
 *
 * @param extent what it is a part of
 * @param start where it begins in the extent
 * @param bytes its length
 * @param stamp what its header holds while it is there
 */
public record Block(Extent extent, long start, long bytes, long stamp) {
    /** Bytes of the header; also what blocks are aligned to. */
    public static final int HEADER = 64;
    static final int LENGTH = Long.BYTES;

    /** Its address in this process; 0 where it is not mapped. */
    long base(int rank) {
        checkOwner(rank);
        long base = extent.base();
        if (base == 0) {
            return 0;
        }
        if (RawWords.getOpaque(base + start - HEADER) != stamp) {
            throw freed();
        }
        return base + start;
    }

    RemoteRegion region(Rank reader, int rank) {
        checkOwner(rank);
        return extent.region(reader);
    }

    MemorySegment memory() {
        return extent.memory().asSlice(start, bytes);
    }

    /** Asks the heap whether the block is there, where that cannot be seen. */
    public void checkFar(Rank reader) {
        if (extent.read(reader, start - HEADER) != stamp) {
            throw freed();
        }
    }

    /** Marks it as freed, wherever it is; at most one thread ever succeeds. */
    public void free(Rank reader) {
        long base = extent.base();
        long held = base == 0 ? extent.compareSwap(reader, start - HEADER, stamp, 0)
            : RawWords.compareAndExchange(base + start - HEADER, stamp, 0);
        if (held != stamp) {
            throw freed();
        }
    }

    private void checkOwner(int rank) {
        if (rank != extent.owner()) {
            throw new PgasException("memory of rank " + extent.owner() + " alone has no piece at another thread: rank="
                + rank);
        }
    }

    private PgasException freed() {
        return new PgasException("shared memory was freed: " + this);
    }

    @Override
    public String toString() {
        return "memory of " + bytes + " bytes in the heap of rank " + extent.owner();
    }
}
