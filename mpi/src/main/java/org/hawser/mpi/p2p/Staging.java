package org.hawser.mpi.p2p;

import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Memory of this rank that peers map, in slots: the sender copies a message into a slot and is done, the receiver
 * copies it out and frees the slot by one store. No message brings a slot back.
 *
 * <pre>
 * slot:   0 state (FREE | TAKEN)   64 data …
 * </pre>
 *
 * <p>The sender sets a slot TAKEN before the message that names it leaves; the receiver sets it FREE after its copy.
 * Slots used last are used again first: they are in the cache.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> the memory on first use.
 */
final class Staging {
    static final int HEADER = 64;
    static final long FREE = 0;
    private static final long TAKEN = 1;
    private static final int RESERVED = 8;

    private final Rank rank;
    private final long wanted;
    private final int slotBytes;
    private Region region;
    private long base;
    private int[] free;
    private int frees;
    /** Slots in the order they were taken, from {@code oldest} on, as a ring. */
    private int[] taken;
    private int oldest;
    private int takens;
    private boolean unavailable;

    Staging(Rank rank, long bytes, int slotBytes) {
        this.rank = rank;
        this.slotBytes = slotBytes;
        wanted = bytes;
        unavailable = bytes < slotBytes + HEADER;
    }

    /** Bytes that fit into a slot. */
    int slotBytes() {
        return slotBytes;
    }

    /**
     * Takes a slot and returns the offset of its data in the region; negative when none is free.
     *
     * @param lasting the message may lie in the slot until its receiver comes; such ones leave some slots to those
     *     that are read at once, which would else wait for receives that wait for them
     */
    long take(boolean lasting) {
        if (region == null && !allocate()) {
            return -1;
        }
        reclaimOldest();
        int left = lasting ? Math.min(RESERVED, (taken.length + 1) / 2) : 0;
        if (frees <= left) {
            reclaimAll();
        }
        if (frees <= left) {
            return -1;
        }
        int slot = free[--frees];
        taken[(oldest + takens++) % taken.length] = slot;
        RawWords.setLong(stateOf(slot), TAKEN);
        return (long) slot * (HEADER + slotBytes) + HEADER;
    }

    /** The address of a slot's data in this rank. */
    long addressOf(long offset) {
        return base + offset;
    }

    /** Gives back the slot taken last, which nobody was told of. */
    void untake() {
        takens--;
        int slot = taken[(oldest + takens) % taken.length];
        RawWords.setLong(stateOf(slot), FREE);
        free[frees++] = slot;
    }

    /** The region, once something was taken; null before. */
    Region region() {
        return region;
    }

    private boolean allocate() {
        if (unavailable) {
            return false;
        }
        int slots = (int) (wanted / (HEADER + slotBytes));
        try {
            region = rank.allocate((long) slots * (HEADER + slotBytes));
        } catch (FabricException e) {
            // No shared memory for it: messages take the other ways.
            unavailable = true;
            return false;
        }
        base = RawWords.addressOf(region.memory());
        free = new int[slots];
        taken = new int[slots];
        for (int slot = slots - 1; slot >= 0; slot--) {
            RawWords.setLong(stateOf(slot), FREE);
            free[frees++] = slot;
        }
        return true;
    }

    private void reclaimOldest() {
        // Acquire: the receiver's reads are over before this rank writes again. Pairs with the release in Partner.
        while (takens > 0 && RawWords.getAcquire(stateOf(taken[oldest])) == FREE) {
            free[frees++] = taken[oldest];
            oldest = (oldest + 1) % taken.length;
            takens--;
        }
    }

    private void reclaimAll() {
        int kept = 0;
        for (int i = 0; i < takens; i++) {
            int slot = taken[(oldest + i) % taken.length];
            if (RawWords.getAcquire(stateOf(slot)) == FREE) {
                free[frees++] = slot;
            } else {
                taken[(oldest + kept++) % taken.length] = slot;
            }
        }
        takens = kept;
    }

    private long stateOf(int slot) {
        return base + (long) slot * (HEADER + slotBytes);
    }
}
