package org.hawser.fabric.shm;

import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.getLong;
import static org.hawser.platform.memory.Words.setLong;
import static org.hawser.platform.memory.Words.setRelease;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RegionKey;

/**
 * The page in front of a region's memory.
 *
 * <pre>
 *   0: open      {@link MappedRegion#OPEN}, or 0 once the owner has closed the region
 *  64: secret   72: length
 *  80: pid      88: address     where the memory is when it is not behind this page; pid 0 when it is
 * 4096: memory
 * </pre>
 */
final class RegionHeader {
    static final long BYTES = 4096;

    private static final long OPEN = 0;
    private static final long SECRET = 64;
    private static final long LENGTH = 72;
    private static final long PID = 80;
    private static final long ADDRESS = 88;

    private RegionHeader() {
    }

    static void write(MemorySegment page, RegionKey key, long pid, long address) {
        setLong(page, SECRET, key.secret());
        setLong(page, LENGTH, key.length());
        setLong(page, PID, pid);
        setLong(page, ADDRESS, address);
        // Release: the fields first, then "open". Pairs with the acquire in opens().
        setRelease(page, OPEN, MappedRegion.OPEN);
    }

    static void close(MemorySegment page) {
        // Release: whatever the owner did with the region is before its end.
        setRelease(page, OPEN, 0);
    }

    static boolean opens(MemorySegment page, RegionKey key) {
        return getAcquire(page, OPEN) == MappedRegion.OPEN && getLong(page, SECRET) == key.secret()
            && getLong(page, LENGTH) == key.length();
    }

    static MemorySegment state(MemorySegment page) {
        return page.asSlice(OPEN, Long.BYTES);
    }

    static long pid(MemorySegment page) {
        return getLong(page, PID);
    }

    static long address(MemorySegment page) {
        return getLong(page, ADDRESS);
    }
}
