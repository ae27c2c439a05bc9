package org.hawser.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.team.World;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Accesses to single elements of arrays in memory that is not mapped. A put is started and left to the next fence; its
 * value lies in one of a few slots until then. As the fabric promises no order, whoever gets or puts where a put may be
 * under way waits for that first; a small filter says where that is not so.
 *
 * <p><b>Threads:</b> any, one at a time. <b>Allocates:</b> at the first put, and at a thread's first access.
 */
final class FarElements {
    private static final int SLOTS = 256;
    /** A power of two, so many times the slots that a filled filter still tells most places apart. */
    private static final int MARKS = 16 * SLOTS;
    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    /** So a caller has one way to the value, whether it was in mapped memory or not. */
    private static final ThreadLocal<Landing> LANDINGS = ThreadLocal.withInitial(Landing::new);

    private final Rank rank;
    private MemorySegment slots;
    private final long[] marks = new long[MARKS / Long.SIZE];
    /** Slots that hold values which may not have left yet. */
    private int used;

    FarElements(World world) {
        rank = world.rank();
    }

    /**
     * Gets the bytes of an element, up to 8 of them and not across a word.
     *
     * @return an address where they are until the calling thread comes here again
     */
    long get(RemoteRegion region, long offset, int bytes) {
        if (mayBePending(region, offset)) {
            rank.fence(region.owner());
        }
        long word = rank.get(region, offset & -Long.BYTES);
        int skipped = (int) (offset & Long.BYTES - 1);
        long landing = landing();
        RawBytes.setLong(landing, LITTLE ? word >>> 8 * skipped : word << 8 * skipped);
        return landing;
    }

    /**
     * Starts to set the bytes of an element to the low bits; over at the next fence.
     *
     * @return an address to which the caller may put what it likes
     */
    long put(RemoteRegion region, long offset, long bits, int bytes) {
        start(region, offset, bits, bytes);
        return landing();
    }

    private static long landing() {
        return LANDINGS.get().address;
    }

    private synchronized void start(RemoteRegion region, long offset, long bits, int bytes) {
        int mark = mark(region, offset);
        if (used == SLOTS || used > 0 && isMarked(mark)) {
            rank.fence();
            used = 0;
            Arrays.fill(marks, 0);
        }
        if (slots == null) {
            slots = Arena.ofAuto().allocate(SLOTS * Long.BYTES, Long.BYTES);
        }
        long slot = (long) used++ * Long.BYTES;
        marks[mark >>> 6] |= 1L << mark;
        slots.set(ValueLayout.JAVA_LONG, slot, LITTLE ? bits : bits << 8 * (Long.BYTES - bytes));
        rank.put(region, offset, slots, slot, bytes, null);
    }

    /** Waits for what was put into a region, before something else is got or put there. */
    void settle(RemoteRegion region) {
        if (isPending()) {
            rank.fence(region.owner());
        }
    }

    private synchronized boolean isPending() {
        return used > 0;
    }

    private synchronized boolean mayBePending(RemoteRegion region, long offset) {
        return used > 0 && isMarked(mark(region, offset));
    }

    private boolean isMarked(int mark) {
        return (marks[mark >>> 6] & 1L << mark) != 0;
    }

    private static int mark(RemoteRegion region, long offset) {
        long mixed = (System.identityHashCode(region) * 31L + (offset >>> 3)) * 0x9e37_79b9_7f4a_7c15L;
        return (int) (mixed >>> 32) & MARKS - 1;
    }

    /** A word of a thread's own. */
    private static final class Landing {
        private final MemorySegment word = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
        private final long address = RawWords.addressOf(word);
    }
}
