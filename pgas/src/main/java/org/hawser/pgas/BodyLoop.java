package org.hawser.pgas;

import java.util.function.LongConsumer;

/**
 * The loops around bodies. Counts in ints, which the compiler does best with.
 *
 * <p><b>Threads:</b> any; has no state. <b>Allocates:</b> nothing.
 */
final class BodyLoop implements IndexLoop {
    private static final int CHUNK = 1 << SharedArray.CHUNK_BITS;

    BodyLoop() {
    }

    @Override
    public void neighbours(long first, int count, LongConsumer body) {
        long end = first + count;
        long from = Math.min(end, first + CHUNK - 1 & -CHUNK);
        long to = Math.max(from, end & -CHUNK);
        rest(first, (int) (from - first), body);
        for (long chunk = from >>> SharedArray.CHUNK_BITS; chunk < to >>> SharedArray.CHUNK_BITS; chunk++) {
            // The mask tells the compiler at once what it finds out too late by itself: that no index leaves the chunk.
            // So what depends on the chunk alone, as whether it is the thread's own, is asked once.
            for (int k = 0; k < CHUNK; k++) {
                body.accept((chunk << SharedArray.CHUNK_BITS) + (k & CHUNK - 1));
            }
        }
        rest(to, (int) (end - to), body);
    }

    private static void rest(long first, int count, LongConsumer body) {
        for (int k = 0; k < count; k++) {
            body.accept(first + k);
        }
    }

    @Override
    public void strided(long first, long step, int count, LongConsumer body) {
        for (int k = 0; k < count; k++) {
            body.accept(first + k * step);
        }
    }

    @Override
    public void places(long first, long step, long place, int count, ElementBody body) {
        for (int k = 0; k < count; k++) {
            body.accept(first + k * step, place + k);
        }
    }
}
