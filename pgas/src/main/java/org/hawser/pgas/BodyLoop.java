package org.hawser.pgas;

import java.util.function.LongConsumer;

/**
 * The loops around bodies. Counts in ints, which the compiler does best with.
 *
 * <p><b>Threads:</b> any; has no state. <b>Allocates:</b> nothing.
 */
final class BodyLoop implements IndexLoop {
    BodyLoop() {
    }

    @Override
    public void neighbours(long first, int count, LongConsumer body) {
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
