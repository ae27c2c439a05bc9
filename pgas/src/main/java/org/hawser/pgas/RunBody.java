package org.hawser.pgas;

/**
 * What is done with a run of elements that lie together: neighbours by index, and neighbours in the memory of the
 * thread that they are near.
 *
 * <pre>{@code
 * a.forAllRuns((index, place, count) -> {
 *     for (int k = 0; k < count; k++) {
 *         a.putLocal(place + k, Math.sqrt(index + k));
 *     }
 * });
 * }</pre>
 */
@FunctionalInterface
public interface RunBody {
    /**
     * Does it.
     *
     * @param index of the first element in the whole array
     * @param place of the first element among the thread's own
     * @param count how many elements there are, 1 or more; longer runs come in parts
     */
    void accept(long index, long place, int count);
}
