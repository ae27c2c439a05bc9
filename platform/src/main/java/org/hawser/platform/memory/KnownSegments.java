package org.hawser.platform.memory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Finds the segment that holds an address, where memory cannot be reached by address alone.
 *
 * <p>Segments are held weakly, but for a few that were found last: who uses an address holds its segment.
 *
 * <p><b>Threads:</b> any.
 */
final class KnownSegments {
    private static final ConcurrentSkipListMap<Long, WeakReference<MemorySegment>> BY_ADDRESS =
        new ConcurrentSkipListMap<>();

    /** The segments found last, by page of the address; plain, for whoever finds another one there searches. */
    private static final MemorySegment[] RECENT = new MemorySegment[256];
    private static final int PAGE_BITS = 12;

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
        MemorySegment recent = RECENT[slot(address)];
        if (recent != null && Long.compareUnsigned(address - recent.address(), recent.byteSize()) < 0) {
            return recent;
        }
        MemorySegment found = search(address);
        RECENT[slot(address)] = found;
        return found;
    }

    private static int slot(long address) {
        return (int) (address >>> PAGE_BITS) & RECENT.length - 1;
    }

    private static MemorySegment search(long address) {
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
