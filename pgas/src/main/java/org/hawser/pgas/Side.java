package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.platform.memory.RawBytes;

/**
 * The program's side of a copy from or to a shared array: an array of Java, or a segment. Places in it are in bytes
 * from its beginning, and are taken as checked.
 *
 * <p><b>Threads:</b> one call.
 */
final class Side {
    private final Object array;
    private final MemorySegment memory;

    private Side(Object array, MemorySegment memory) {
        this.array = array;
        this.memory = memory;
    }

    /** An array of any primitive type. */
    static Side ofArray(Object array) {
        return new Side(array, null);
    }

    static Side of(MemorySegment memory) {
        return new Side(null, memory);
    }

    /** Copies from an address to here. */
    void load(long address, long at, long bytes) {
        if (array != null) {
            RawBytes.copy(address, array, at, bytes);
        } else {
            MemorySegment.copy(RawBytes.segmentAt(address, bytes), 0, memory, at, bytes);
        }
    }

    /** Copies from here to an address. */
    void store(long at, long address, long bytes) {
        if (array != null) {
            RawBytes.copy(array, at, address, bytes);
        } else {
            MemorySegment.copy(memory, at, RawBytes.segmentAt(address, bytes), 0, bytes);
        }
    }

    /** Copies from bytes on the heap to here. */
    void load(byte[] bytes, int from, long at, int count) {
        if (array != null) {
            RawBytes.copy(bytes, from, array, at, count);
        } else {
            MemorySegment.copy(bytes, from, memory, ValueLayout.JAVA_BYTE, at, count);
        }
    }

    /** Copies from here to bytes on the heap. */
    void store(long at, byte[] bytes, int to, int count) {
        if (array != null) {
            RawBytes.copy(array, at, bytes, to, count);
        } else {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, bytes, to, count);
        }
    }

    /** True when the fabric can read and write it where it is. */
    boolean isMemory() {
        return !(array instanceof boolean[]);
    }

    /** The same as a segment. */
    MemorySegment memory() {
        return memory != null ? memory : RawBytes.segmentOf(array);
    }
}
