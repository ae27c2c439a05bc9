package org.hawser.pgas;

/**
 * What is done with an element that is near the calling thread.
 *
 * <pre>{@code
 * a.forAllPlaces((index, place) -> a.putLocal(place, Math.sqrt(index)));
 * }</pre>
 */
@FunctionalInterface
public interface ElementBody {
    /**
     * Does it.
     *
     * @param index of the element in the whole array
     * @param place of the element among the thread's own
     */
    void accept(long index, long place);
}
