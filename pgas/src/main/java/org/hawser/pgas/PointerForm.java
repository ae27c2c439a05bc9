package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.memory.Block;

/**
 * A pointer as bytes, in native order, the same at all threads:
 *
 * <pre>
 *   0: number of the memory, 0 for no pointer   8: rank   12: bytes of an element   16: offset
 *   24: elements of a block   32: phase   40: end
 *
 *   in a heap, where there are no blocks:   24: where the memory begins in the extent   32: its stamp
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 */
record PointerForm(long number, int rank, int elementBytes, long offset, long block, long phase) {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    static PointerForm of(GlobalPointer pointer) {
        if (pointer == null) {
            return new PointerForm(0, 0, 0, 0, 0, 0);
        }
        Area area = pointer.area();
        Block inHeap = area.block();
        return new PointerForm(area.number(), area.team().rankOf(pointer.thread()), pointer.elementBytes(),
            pointer.offset(), inHeap == null ? pointer.block() : inHeap.start(),
            inHeap == null ? pointer.phase() : inHeap.stamp());
    }

    static PointerForm read(MemorySegment memory, long offset) {
        return new PointerForm(memory.get(LONG, offset), memory.get(INT, offset + 8), memory.get(INT, offset + 12),
            memory.get(LONG, offset + 16), memory.get(LONG, offset + 24), memory.get(LONG, offset + 32));
    }

    void write(MemorySegment memory, long offset) {
        memory.set(LONG, offset + 32, phase);
        memory.set(LONG, offset + 24, block);
        memory.set(LONG, offset + 16, this.offset);
        memory.set(INT, offset + 12, elementBytes);
        memory.set(INT, offset + 8, rank);
        memory.set(LONG, offset, number);
    }

    GlobalPointer pointer(Area area, int thread, long blockElements, long inBlock) {
        if (thread < 0 || elementBytes < 1 || blockElements < 0 || inBlock < 0
                || inBlock >= Math.max(1, blockElements)) {
            throw new PgasException("these bytes are no pointer: " + this);
        }
        return new GlobalPointer(area, thread, offset, elementBytes, blockElements, inBlock);
    }
}
