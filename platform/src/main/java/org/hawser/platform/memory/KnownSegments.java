package org.hawser.platform.memory;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Finds the segment that holds an address, where memory cannot be reached by address alone.
 *
 * <p>Segments stay known, and so mapped, for as long as nobody closes their arena: a price of the slow way.
 *
 * <p><b>Threads:</b> any.
 */
final class KnownSegments {
    private static final ConcurrentSkipListMap<Long, MemorySegment> BY_ADDRESS = new ConcurrentSkipListMap<>();
    /** The segments found last, by page of the address; plain, for whoever finds another one there searches. */
    private static final MemorySegment[] RECENT = new MemorySegment[256];
    private static final int PAGE_BITS = 12;

    private KnownSegments() {
    }

    static void add(MemorySegment segment) {
        // Of two that begin at one address the longer serves both; one whose arena was closed serves nobody.
        BY_ADDRESS.merge(segment.address(), segment, (known, added) ->
            known.scope().isAlive() && known.byteSize() >= added.byteSize() ? known : added);
    }

    static MemorySegment holding(long address) {
        MemorySegment recent = RECENT[slot(address)];
        if (recent != null && holds(recent, address)) {
            return recent;
        }
        MemorySegment found = search(address);
        RECENT[slot(address)] = found;
        return found;
    }

    private static int slot(long address) {
        return (int) (address >>> PAGE_BITS) & RECENT.length - 1;
    }

    private static boolean holds(MemorySegment segment, long address) {
        // Memory that was closed may have gone to somebody else since.
        return Long.compareUnsigned(address - segment.address(), segment.byteSize()) < 0 && segment.scope().isAlive();
    }

    /** The nearest that begins below may end before the address and a longer one hold it. */
    private static MemorySegment search(long address) {
        for (Map.Entry<Long, MemorySegment> entry : BY_ADDRESS.headMap(address, true).descendingMap().entrySet()) {
            if (holds(entry.getValue(), address)) {
                return entry.getValue();
            }
        }
        throw new IllegalArgumentException("no known memory at this address: address=" + address);
    }
}
