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
public final class GlobalPointer implements Comparable<GlobalPointer> {
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

    /** The place {@code elements} further on; fewer than none goes back. It is checked when it is used. */
    public GlobalPointer plus(long elements) {
        try {
            if (block == 0) {
                return new GlobalPointer(area, thread,
                    Math.addExact(offset, Math.multiplyExact(elements, (long) elementBytes)), elementBytes, 0, 0);
            }
            long round = Math.multiplyExact(block, (long) area.team().size());
            long inRound = Math.addExact(thread * block + phase, elements);
            long rounds = Math.floorDiv(inRound, round);
            long rest = inRound - rounds * round;
            long nextPhase = rest % block;
            long places = Math.addExact(Math.multiplyExact(rounds, block), nextPhase - phase);
            return new GlobalPointer(area, (int) (rest / block),
                Math.addExact(offset, Math.multiplyExact(places, (long) elementBytes)), elementBytes, block, nextPhase);
        } catch (ArithmeticException e) {
            throw new PgasException("no such place: elements=" + elements + " from " + this, e);
        }
    }

    /** The same place for elements of another length and in other blocks, at phase 0: UPC's cast. */
    public GlobalPointer as(int bytes, long blockElements) {
        if (bytes < 1 || blockElements < 0) {
            throw new PgasException("no such elements: bytes=" + bytes + " block=" + blockElements);
        }
        if (blockElements > 0 && area.block() != null) {
            throw new PgasException("memory of one thread has no blocks: block=" + blockElements + " in " + area);
        }
        return new GlobalPointer(area, thread, offset, bytes, blockElements, 0);
    }

    /**
     * How many elements this is further on than {@code other}.
     *
     * @param other a pointer to elements of the same kind in the same memory; with no blocks, at the same thread
     */
    public long minus(GlobalPointer other) {
        long first = offset - phase * elementBytes;
        long otherFirst = other.offset - other.phase * other.elementBytes;
        long span = Math.max(1, block) * elementBytes;
        if (!area.isSameAs(other.area) || elementBytes != other.elementBytes || block != other.block
                || block == 0 && thread != other.thread || (first - otherFirst) % span != 0) {
            throw new PgasException("pointers that have no distance: " + this + " and " + other);
        }
        long rounds = (first - otherFirst) / span;
        return block == 0 ? rounds
            : rounds * block * area.team().size() + (thread - other.thread) * block + phase - other.phase;
    }

    /** The order in which {@link #plus} comes to places; for pointers that {@link #minus} takes. */
    @Override
    public int compareTo(GlobalPointer other) {
        return Long.signum(minus(other));
    }

    /** The memory from here to the end of the piece, for load and store; where the thread shares memory with this. */
    public MemorySegment local() {
        area.checkBounds(thread, offset, 0);
        MemorySegment piece = area.segment(thread);
        if (piece == null) {
            throw new PgasException("memory of a thread on another node cannot be reached by load and store: " + this
                + "; use memget and memput");
        }
        return piece.asSlice(offset);
    }

    /** Where {@code bytes} bytes are in this process; 0 where they cannot be mapped. Refuses what is outside. */
    long address(long bytes) {
        return area.address(thread, offset, bytes);
    }

    /** True for a pointer to the same place, whatever it takes the elements for. */
    @Override
    public boolean equals(Object other) {
        return other instanceof GlobalPointer pointer && thread == pointer.thread && offset == pointer.offset
            && area.isSameAs(pointer.area);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(area.number() * 31 + area.start()) * 31 + thread * 31 + Long.hashCode(offset);
    }

    @Override
    public String toString() {
        return "thread " + thread + " offset " + offset + " phase " + phase + " in " + area;
    }
}
