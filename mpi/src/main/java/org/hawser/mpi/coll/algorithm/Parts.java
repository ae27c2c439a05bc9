package org.hawser.mpi.coll.algorithm;

/**
 * Whole items dealt into parts that differ by one item at most.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> nothing where the compiler sees that it does not leave the method.
 *
 * @param bytes of all items
 * @param item  of one
 * @param count how many parts there are
 */
record Parts(long bytes, int item, int count) {
    /** Where a part begins; of one more part, where the last one ends. */
    long start(int part) {
        long items = bytes / item;
        return (items / count * part + items % count * part / count) * item;
    }

    /** The bytes of the parts from one up to another. */
    long between(int part, int end) {
        return start(end) - start(part);
    }
}
