package org.hawser.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.PgasException;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Where ranks find the extents of each other's heaps, without asking anybody's program: a table in the owner's memory,
 * under a number and a secret that all ranks of the job know. It is made when a rank makes its first extent.
 *
 * <pre>
 *   slot:   0: number of the extent, 0 for none   8: secret   16: bytes   24: unused   32: end
 * </pre>
 *
 * <p>The number of an extent says whose it is and which slot it has; a slot that is used again has another one.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> for an extent that is not known yet.
 */
final class Directory {
    private static final long NUMBER = 1L << 58;
    private static final long EXTENT = 1L << 59;
    private static final int SLOT_BITS = 12;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final int GENERATION_BITS = 27;
    private static final int OWNER_SHIFT = SLOT_BITS + GENERATION_BITS;
    private static final int OWNER_MASK = (1 << 20) - 1;
    private static final int SLOT_BYTES = 32;
    private static final long BYTES = (long) SLOTS * SLOT_BYTES;

    private final Rank rank;
    private final long secret;
    private final ConcurrentHashMap<Long, Extent> known = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Integer, RemoteRegion> others = new ConcurrentHashMap<>();
    private Region own;
    private int used;
    private long generation;
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    /** Of a rank's job. All its ranks know the job's name, and nobody else can reach their memory. */
    Directory(Rank rank) {
        this.rank = rank;
        secret = rank.address(rank.number()).job().chars().asLongStream().reduce(NUMBER,
            (hash, letter) -> hash * 0x100000001b3L + letter);
    }

    /** A number for an extent of this rank's. */
    synchronized long newNumber() {
        if (own == null) {
            own = rank.allocate(BYTES, NUMBER, secret);
        }
        if (used == SLOTS && free.isEmpty()) {
            throw new PgasException("the heap of a thread has too many extents: rank=" + rank.number() + " extents="
                + SLOTS + "; free some memory, or set hawser.pgas.extent higher");
        }
        // Those that were not used for the longest time first, so that a number is long in coming again.
        int slot = used < SLOTS ? used++ : free.poll();
        generation = generation + 1 & (1L << GENERATION_BITS) - 1;
        return EXTENT | (long) rank.number() << OWNER_SHIFT | generation << SLOT_BITS | slot;
    }

    /** A number that was drawn, and not used. */
    synchronized void giveUp(long number) {
        free.add(slot(number));
    }

    /** Has the others find an extent. */
    synchronized void publish(Extent extent) {
        long at = RawWords.addressOf(own.memory()) + (long) slot(extent.number()) * SLOT_BYTES;
        RawWords.setLong(at + 8, extent.secret());
        RawWords.setLong(at + 16, extent.memory().byteSize());
        // Release: the rest first. Pairs with the copy of find(), which believes a slot by its number.
        RawWords.setRelease(at, extent.number());
        known.put(extent.number(), extent);
    }

    /** Has nobody find it any more. */
    synchronized void withdraw(Extent extent) {
        RawWords.setVolatile(RawWords.addressOf(own.memory()) + (long) slot(extent.number()) * SLOT_BYTES, 0);
        known.remove(extent.number());
        extent.end();
        giveUp(extent.number());
    }

    /** True when a number is that of an extent. */
    static boolean isExtent(long number) {
        return (number & EXTENT) != 0;
    }

    /** An extent of any rank's. */
    Extent find(long number) {
        Extent found = known.get(number);
        if (found != null) {
            return found;
        }
        int owner = (int) (number >>> OWNER_SHIFT) & OWNER_MASK;
        if (owner >= rank.size()) {
            throw new PgasException("these bytes are no pointer: number=" + Long.toHexString(number));
        }
        try {
            Extent read = owner == rank.number() ? null : read(owner, number);
            if (read != null) {
                known.put(number, read);
                return read;
            }
        } catch (FabricException e) {
            throw Refusal.of(e, "the heap of rank " + owner);
        }
        throw new PgasException("shared memory was freed: a part of the heap of rank " + owner + " number="
            + Long.toHexString(number));
    }

    private Extent read(int owner, long number) {
        RemoteRegion directory = others.get(owner);
        if (directory == null) {
            directory = rank.attach(Rank.keyOf(owner, NUMBER, secret, BYTES));
            others.put(owner, directory);
        }
        MemorySegment slot = MemorySegment.ofArray(new long[SLOT_BYTES / Long.BYTES]);
        rank.get(directory, (long) slot(number) * SLOT_BYTES, slot, 0, SLOT_BYTES);
        if (slot.get(ValueLayout.JAVA_LONG, 0) != number) {
            return null;
        }
        long opens = slot.get(ValueLayout.JAVA_LONG, 8);
        return new Extent(number, opens,
            rank.attach(Rank.keyOf(owner, number, opens, slot.get(ValueLayout.JAVA_LONG, 16))));
    }

    /** An extent of another rank's that has turned out to be gone. */
    void forget(Extent extent) {
        known.remove(extent.number());
    }

    /** The model ends here. */
    void close() {
        known.values().forEach(Extent::end);
        known.clear();
    }

    private static int slot(long number) {
        return (int) number & SLOTS - 1;
    }
}
