package org.hawser.mpi.p2p;

import java.util.Arrays;
import org.hawser.platform.memory.RawWords;

/**
 * Places of any length in staging memory, one behind the other, used again in the order they were taken. A message
 * that nobody receives holds up those behind it; the sender then has no place and takes another way.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> when more places are taken than ever before.
 */
final class StagingRing {
    private final long base;
    private final long capacity;
    /** Offsets of the taken places, from {@code oldest} on, as a ring. */
    private long[] taken = new long[256];
    /** For whom they were taken. */
    private int[] receivers = new int[256];
    private int oldest;
    private int count;
    /** Where the next place begins. */
    private long next;
    private long nextBefore;

    StagingRing(long base, long capacity) {
        this.base = base;
        this.capacity = capacity;
    }

    long take(long bytes, int receiver) {
        long need = Staging.HEADER + (bytes + Staging.HEADER - 1 & -Staging.HEADER);
        reclaim();
        long at = find(need);
        if (at < 0) {
            return -1;
        }
        nextBefore = next;
        next = at + need;
        if (count == taken.length) {
            grow();
        }
        receivers[(oldest + count) % taken.length] = receiver;
        taken[(oldest + count++) % taken.length] = at;
        RawWords.setLong(base + at, Staging.TAKEN);
        RawWords.setLong(base + at + Staging.HEADER + Staging.FILLED, 0);
        return at + Staging.HEADER;
    }

    /** Where a place of this length fits; negative when it does not. */
    private long find(long need) {
        if (count == 0) {
            return need > capacity ? -1 : capacity - next >= need ? next : 0;
        }
        long tail = taken[oldest];
        if (next <= tail) {
            return tail - next >= need && next != tail ? next : -1;
        }
        return capacity - next >= need ? next : tail >= need ? 0 : -1;
    }

    /** The receiver is lost and reads nothing more. */
    void free(int receiver) {
        for (int i = 0; i < count; i++) {
            int index = (oldest + i) % taken.length;
            if (receivers[index] == receiver) {
                RawWords.setLong(base + taken[index], Staging.FREE);
            }
        }
    }

    void untake() {
        count--;
        RawWords.setLong(base + taken[(oldest + count) % taken.length], Staging.FREE);
        next = nextBefore;
    }

    private void reclaim() {
        // Acquire: the receiver's reads are over before this rank writes again. Pairs with the release in Partner.
        while (count > 0 && RawWords.getAcquire(base + taken[oldest]) == Staging.FREE) {
            oldest = (oldest + 1) % taken.length;
            count--;
        }
    }

    private void grow() {
        long[] larger = Arrays.copyOfRange(taken, oldest, oldest + 2 * taken.length);
        System.arraycopy(taken, 0, larger, taken.length - oldest, oldest);
        int[] more = Arrays.copyOfRange(receivers, oldest, oldest + 2 * receivers.length);
        System.arraycopy(receivers, 0, more, receivers.length - oldest, oldest);
        receivers = more;
        taken = larger;
        oldest = 0;
    }
}
