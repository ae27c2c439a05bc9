package org.hawser.platform.memory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Finds the segment that holds an address, where memory cannot be reached by address alone.
 *
 * <p>Segments are held weakly: who uses an address holds its segment.
 *
 * <p><b>Threads:</b> any.
 */
final class KnownSegments {
    private static final ConcurrentSkipListMap<Long, WeakReference<MemorySegment>> BY_ADDRESS =
        new ConcurrentSkipListMap<>();

    private KnownSegments() {
    }

    static void add(MemorySegment segment) {
        BY_ADDRESS.values().removeIf(reference -> reference.refersTo(null));
        // Of two that begin at one address the longer serves both.
        BY_ADDRESS.merge(segment.address(), new WeakReference<>(segment), (known, added) -> {
            MemorySegment old = known.get();
            return old != null && old.byteSize() >= segment.byteSize() ? known : added;
        });
    }

    static MemorySegment holding(long address) {
        for (Map.Entry<Long, WeakReference<MemorySegment>> entry : BY_ADDRESS.headMap(address, true).descendingMap()
                .entrySet()) {
            MemorySegment segment = entry.getValue().get();
            if (segment != null && address - segment.address() < segment.byteSize()) {
                return segment;
            }
        }
        throw new IllegalArgumentException("no known memory at this address: address=" + address);
    }
}
