package org.hawser.mpi.coll.algorithm;

/**
 * Whole items dealt into parts that differ by one item at most.
 *
 * <p><b>Threads:</b> any; it has no state, so that nothing is allocated.
 */
final class Parts {
    private Parts() {
    }

    /** Where one of {@code count} parts of {@code bytes} begins; of one more part, where the last one ends. */
    static long start(int part, int count, long bytes, int item) {
        long items = bytes / item;
        return (items / count * part + items % count * part / count) * item;
    }
}
