package org.hawser.mpi.rma;

import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.RawWords;

/**
 * Updates of longs, ints, doubles and floats that go item by item and have gaps at the origin, the target or the
 * result: what a program does that collects updates of random places and makes them with one call. One pass, nothing is
 * packed.
 *
 * <p>An atomic instruction waits for its memory, and all later ones wait with it. So a batch of items is read first:
 * the processor has many reads under way at once, and when the updates come, the memory is near.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing, after the first call of a thread.
 */
final class ScatteredUpdates {
    /** So few items are not read first. */
    private static final int FEW = 4;

    private final RowUpdates rows;

    /** {@code rows} updates the items that are not aligned. */
    ScatteredUpdates(RowUpdates rows) {
        this.rows = rows;
    }

    void update(Object array, long at, Layout from, Object result, long resultAt, Layout into, boolean fetches,
                long base, long offset, Layout to, long bytes, Update update) {
        UpdateBuffers own = UpdateBuffers.take();
        try {
            own.start(from, to, into, bytes);
            while (!own.target.isDone()) {
                int count = own.target.places(base + offset, update.item, own.places);
                if (update.takes) {
                    own.origin.places(at, update.item, own.otherPlaces);
                    load(array, own.otherPlaces, own.values, count, update.item);
                }
                batch(own, base, count, to != null && count > FEW, update);
                if (fetches) {
                    own.result.places(resultAt, update.item, own.otherPlaces);
                    store(own.values, result, own.otherPlaces, count, update.item);
                }
            }
        } finally {
            own.giveBack();
        }
    }

    private void batch(UpdateBuffers own, long base, int count, boolean apart, Update update) {
        if (!isAligned(own.places, count, update.item)) {
            unaligned(base, own.places, own.values, count, update);
        } else if (update.item == Long.BYTES) {
            own.touched += apart ? touchLongs(own.places, count) : 0;
            longs(own.places, own.values, count, update);
        } else {
            own.touched += apart ? touchInts(own.places, count) : 0;
            ints(own.places, own.values, count, update);
        }
    }

    private static void load(Object array, long[] places, long[] values, int count, int item) {
        if (item == Long.BYTES) {
            for (int i = 0; i < count; i++) {
                values[i] = WordUpdates.load(array, places[i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                values[i] = WordUpdates.loadInt(array, places[i]);
            }
        }
    }

    private static void store(long[] values, Object array, long[] places, int count, int item) {
        if (item == Long.BYTES) {
            for (int i = 0; i < count; i++) {
                WordUpdates.store(array, places[i], values[i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                WordUpdates.storeInt(array, places[i], (int) values[i]);
            }
        }
    }

    private static boolean isAligned(long[] places, int count, int item) {
        long all = 0;
        for (int i = 0; i < count; i++) {
            all |= places[i];
        }
        return (all & item - 1) == 0;
    }

    private static long touchLongs(long[] places, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += RawWords.getLong(places[i]);
        }
        return sum;
    }

    private static long touchInts(long[] places, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += RawWords.getIntOpaque(places[i]);
        }
        return sum;
    }

    /** Leaves what was there in {@code values}. */
    private static void longs(long[] places, long[] values, int count, Update update) {
        for (int i = 0; i < count; i++) {
            values[i] = WordUpdates.update(update, places[i], values[i]);
        }
    }

    private static void ints(long[] places, long[] values, int count, Update update) {
        for (int i = 0; i < count; i++) {
            values[i] = WordUpdates.update(update, places[i], (int) values[i]);
        }
    }

    /** Some are aligned, others not: each goes the way that it goes alone. */
    private void unaligned(long base, long[] places, long[] values, int count, Update update) {
        for (int i = 0; i < count; i++) {
            boolean aligned = (places[i] & update.item - 1) == 0;
            if (update.item == Long.BYTES) {
                values[i] = aligned ? WordUpdates.update(update, places[i], values[i])
                    : rows.update(base, places[i] - base, values[i], update);
            } else {
                values[i] = aligned ? WordUpdates.update(update, places[i], (int) values[i])
                    : rows.update(base, places[i] - base, (int) values[i], update);
            }
        }
    }
}
