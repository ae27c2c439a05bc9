package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import org.hawser.pgas.memory.Area;

/**
 * A place in shared memory: a thread, and a place in that thread's piece of some shared memory. Adding to it walks
 * through the elements as a shared array's index does: through a block, then to the next thread's block.
 *
 * <pre>{@code
 * GlobalPointer place = array.pointer(0);
 * for (int i = 0; i < n; i++, place = place.plus(1)) {
 *     System.out.println(place.thread() + " " + place.phase());
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 */
public final class GlobalPointer {
    private final Area area;
    private final int thread;
    private final long offset;
    private final int elementBytes;
    private final long block;
    private final long phase;

    /**
     * For the model's own parts.
     *
     * @param offset of the element, in bytes, in the thread's piece
     * @param elementBytes the length of an element
     * @param block elements of a block; 0 for none
     * @param phase which element of its block this is
     */
    GlobalPointer(Area area, int thread, long offset, int elementBytes, long block, long phase) {
        this.area = area;
        this.thread = thread;
        this.offset = offset;
        this.elementBytes = elementBytes;
        this.block = block;
        this.phase = phase;
    }

    Area area() {
        return area;
    }

    /** The thread that is near the place. */
    public int thread() {
        return thread;
    }

    /** Which element of its block it is, from 0. */
    public long phase() {
        return phase;
    }

    /** The place in the thread's piece, in bytes. */
    public long offset() {
        return offset;
    }

    /** The length of an element, in bytes: what adding 1 goes by inside a block. */
    public int elementBytes() {
        return elementBytes;
    }

    /** Elements of a block; 0 for none. */
    public long block() {
        return block;
    }

    /** True when the place is near the calling thread. */
    public boolean isLocal() {
        return thread == area.team().me();
    }

    /** The place {@code elements} further on; fewer than none goes back. */
    public GlobalPointer plus(long elements) {
        if (block == 0) {
            return new GlobalPointer(area, thread, offset + elements * elementBytes, elementBytes, 0, 0);
        }
        long inRound = thread * block + phase + elements;
        long round = block * area.team().size();
        long rounds = Math.floorDiv(inRound, round);
        long rest = inRound - rounds * round;
        long nextPhase = rest % block;
        return new GlobalPointer(area, (int) (rest / block),
            offset + (rounds * block + nextPhase - phase) * elementBytes, elementBytes, block, nextPhase);
    }

    /** The same place for elements of another length and in other blocks, at phase 0: UPC's cast. */
    public GlobalPointer as(int bytes, long blockElements) {
        return new GlobalPointer(area, thread, offset, bytes, blockElements, 0);
    }

    /** How many elements this is further on than {@code other}, a pointer of the same kind into the same memory. */
    public long minus(GlobalPointer other) {
        throw new UnsupportedOperationException("to come");
    }

    /** The memory from here to the end of the piece, for load and store; where the thread shares memory with this. */
    public MemorySegment local() {
        throw new UnsupportedOperationException("to come");
    }

    @Override
    public String toString() {
        return "thread " + thread + " offset " + offset + " phase " + phase + " in " + area;
    }
}
