package org.hawser.platform.ring;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.ValueLayout;

/**
 * Memory of a many-to-one ring.
 *
 * <pre>
 *   0: claimed    how far writers have claimed (writers add by compare-and-swap)
 * 128: consumed   how far the reader has read and cleared (reader writes)
 * 256: data       records, see {@link RecordHeader}
 * </pre>
 */
public final class MpscLayout {
    private static final MemoryLayout LAYOUT = MemoryLayout.structLayout(
        ValueLayout.JAVA_LONG.withName("claimed"), MemoryLayout.paddingLayout(120),
        ValueLayout.JAVA_LONG.withName("consumed"), MemoryLayout.paddingLayout(120));

    static final long CLAIMED = LAYOUT.byteOffset(PathElement.groupElement("claimed"));
    static final long CONSUMED = LAYOUT.byteOffset(PathElement.groupElement("consumed"));
    static final long DATA = LAYOUT.byteSize();

    private MpscLayout() {
    }

    /** Bytes of shared memory that a ring of {@code capacity} data bytes needs. */
    public static long bytes(int capacity) {
        return DATA + capacity;
    }

    /** The longest body a ring of this capacity takes: an eighth, so that several writers find room at once. */
    public static int maxBody(int capacity) {
        return capacity / 8 - RecordHeader.ALIGNMENT;
    }
}
