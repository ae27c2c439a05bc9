package org.hawser.mpi.p2p;

import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Memory of this rank that peers map, for messages between memories that they do not: the sender copies in and is done,
 * the receiver copies out and frees the place by one store. No message brings a place back.
 *
 * <pre>
 * region:  a ring of places of any length (hybrid messages) | slots of one length (chunks)
 * place:   0 state (FREE | TAKEN)   8 filled: bytes of data that are there   64 data …
 * </pre>
 *
 * <p>The sender sets a place TAKEN before the message that names it leaves; the receiver sets it FREE after its copy.
 *
 * <p>Places are used in turn, not the last one again first: memory that goes round once through more than a core's own
 * cache is found in the cache that cores share, where a copy from core to core is four times as fast as out of the
 * other core's own (35 against 8 GB/s, measured on an EPYC with 1 MiB of it).
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> the memory on first use.
 */
final class Staging {
    static final int HEADER = 64;
    /** From a place's data back to the word that says how far it is filled. */
    static final int FILLED = 8 - HEADER;
    static final long FREE = 0;
    static final long TAKEN = 1;

    private final Rank rank;
    private final long half;
    private final int slotBytes;
    private Region region;
    private StagingRing ring;
    private StagingSlots slots;
    private boolean unavailable;

    Staging(Rank rank, long bytes, int chunk) {
        this.rank = rank;
        half = bytes / 2 & -HEADER;
        slotBytes = chunk + HEADER - 1 & -HEADER;
        unavailable = half < HEADER + slotBytes;
    }

    /** Takes a place for a message and returns the offset of its data in the region; negative when there is none. */
    long takePlace(long bytes, int receiver) {
        return region == null && !allocate() ? -1 : ring.take(bytes, receiver);
    }

    /** Frees what a receiver has that is lost. */
    void reclaim(int receiver) {
        if (region != null) {
            ring.free(receiver);
            slots.free(receiver);
        }
    }

    /** Gives back the place taken last, which nobody was told of. */
    void returnPlace() {
        ring.untake();
    }

    /** Takes a slot for a chunk and returns the offset of its data in the region; negative when there is none. */
    long takeSlot(int receiver) {
        return region == null && !allocate() ? -1 : slots.take(receiver);
    }

    /** Gives back the slot taken last, which nobody was told of. */
    void returnSlot() {
        slots.untake();
    }

    /** The address of data in this rank. */
    long addressOf(long offset) {
        return RawWords.addressOf(region.memory()) + offset;
    }

    /** The region, once something was taken; null before. */
    Region region() {
        return region;
    }

    private boolean allocate() {
        if (unavailable) {
            return false;
        }
        try {
            region = rank.allocate(2 * half);
        } catch (FabricException e) {
            // No shared memory for it: messages take the other ways.
            unavailable = true;
            return false;
        }
        long base = RawWords.addressOf(region.memory());
        ring = new StagingRing(base, half);
        slots = new StagingSlots(base, half, half, slotBytes);
        return true;
    }
}
