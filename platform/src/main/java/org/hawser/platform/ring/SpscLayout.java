package org.hawser.platform.ring;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.ValueLayout;

/**
 * Memory of a one-to-one ring.
 *
 * <pre>
 *   0: consumed   how far the reader has read (reader writes, writer reads when it runs out of space)
 * 128: signal     a word from the reader to the writer, looked at on every write (see {@link SpscWriter#signal()})
 * 256: data       records, see {@link RecordHeader}
 * </pre>
 */
public final class SpscLayout {
    private static final MemoryLayout LAYOUT = MemoryLayout.structLayout(
        ValueLayout.JAVA_LONG.withName("consumed"), MemoryLayout.paddingLayout(120),
        ValueLayout.JAVA_LONG.withName("signal"), MemoryLayout.paddingLayout(120));

    static final long CONSUMED = LAYOUT.byteOffset(PathElement.groupElement("consumed"));
    static final long SIGNAL = LAYOUT.byteOffset(PathElement.groupElement("signal"));
    static final long DATA = LAYOUT.byteSize();

    private SpscLayout() {
    }

    /** Bytes of shared memory that a ring of {@code capacity} data bytes needs. */
    public static long bytes(int capacity) {
        return DATA + capacity;
    }

    /**
     * The longest body a ring of this capacity takes: a quarter of the ring, so that a drained ring has room for it.
     */
    public static int maxBody(int capacity) {
        return capacity / 4 - RecordHeader.ALIGNMENT;
    }

    static int checkedCapacity(long bytes) {
        long capacity = bytes - DATA;
        if (capacity < 1024 || capacity > 1 << 30 || Long.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("ring length must be a power of two from 1 KiB to 1 GiB: length="
                + capacity);
        }
        return (int) capacity;
    }
}
