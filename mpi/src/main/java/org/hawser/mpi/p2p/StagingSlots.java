package org.hawser.mpi.p2p;

import org.hawser.platform.memory.RawWords;

/**
 * Slots of one length in staging memory, used in turn as they become free.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> at construction.
 */
final class StagingSlots {
    private final long base;
    private final long start;
    private final int stride;
    private final int slots;
    /** For whom each was taken last. */
    private final int[] receivers;
    /** The slot after the one taken last: the one that was taken longest ago. */
    private int next;

    StagingSlots(long base, long start, long bytes, int slotBytes) {
        this.base = base;
        this.start = start;
        stride = Staging.HEADER + slotBytes;
        slots = (int) (bytes / stride);
        receivers = new int[slots];
        for (int slot = 0; slot < slots; slot++) {
            RawWords.setLong(stateOf(slot), Staging.FREE);
        }
    }

    /** The first free slot from the next one on: mostly that itself. */
    long take(int receiver) {
        for (int i = 0; i < slots; i++) {
            int slot = next + i < slots ? next + i : next + i - slots;
            // Acquire: the receiver's reads are over before this rank writes again. Pairs with the release in Partner.
            if (RawWords.getAcquire(stateOf(slot)) == Staging.FREE) {
                RawWords.setLong(stateOf(slot), Staging.TAKEN);
                receivers[slot] = receiver;
                next = slot + 1 == slots ? 0 : slot + 1;
                return start + (long) slot * stride + Staging.HEADER;
            }
        }
        return -1;
    }

    /** The receiver is lost and reads nothing more. */
    void free(int receiver) {
        for (int slot = 0; slot < slots; slot++) {
            if (receivers[slot] == receiver) {
                RawWords.setLong(stateOf(slot), Staging.FREE);
            }
        }
    }

    void untake() {
        next = next == 0 ? slots - 1 : next - 1;
        RawWords.setLong(stateOf(next), Staging.FREE);
    }

    private long stateOf(int slot) {
        return base + start + (long) slot * stride;
    }
}
