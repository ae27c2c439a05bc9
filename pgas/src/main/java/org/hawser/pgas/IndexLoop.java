package org.hawser.pgas;

import java.util.function.LongConsumer;

/**
 * Calls a loop's body, index by index. A class of its own, {@link BodyLoop}, is loaded anew for each class of bodies:
 * see {@link BodyLoops}.
 *
 * <p><b>Threads:</b> any; has no state.
 */
interface IndexLoop {
    /** Calls it for {@code count} neighbours from {@code first} on. */
    void neighbours(long first, int count, LongConsumer body);

    /** Calls it for {@code count} indices from {@code first} on, each {@code step} behind the one before. */
    void strided(long first, long step, int count, LongConsumer body);

    /** The same with places, which are neighbours from {@code place} on. */
    void places(long first, long step, long place, int count, ElementBody body);
}
