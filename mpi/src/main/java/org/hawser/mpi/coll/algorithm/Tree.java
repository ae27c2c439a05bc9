package org.hawser.mpi.coll.algorithm;

/**
 * The binomial tree over p ranks from a root on. Places are counted from the root; the subtree of place v spans the
 * places from v up to v plus the lowest bit of v, as far as there are any. The children of a place are those at a power
 * of two below its span from it.
 *
 * <pre>
 * 7 places:   0 ── 4 ── 6          span of 0: 8, of 4: 4, of 2 and 6: 2, of odd places: 1
 *             │    └─── 5
 *             ├─── 2 ── 3
 *             └─── 1
 * </pre>
 *
 * <p><b>Threads:</b> any; it has no state, so that nothing is allocated.
 */
final class Tree {
    private Tree() {
    }

    /** A rank's place. */
    static int place(int rank, int root, int size) {
        return rank < root ? rank - root + size : rank - root;
    }

    /** The rank at a place. */
    static int rank(int place, int root, int size) {
        int number = place + root;
        return number < size ? number : number - size;
    }

    /** The places that the subtree at a place could have: a power of two. */
    static int span(int place, int size) {
        return place != 0 ? Integer.lowestOneBit(place) : Integer.highestOneBit(Math.max(1, size - 1)) << 1;
    }

    /** The places that the subtree at a place, which could have {@code span}, does have. */
    static int count(int place, int span, int size) {
        return Math.min(span, size - place);
    }

    /** The place of a place's parent; not for the root's. */
    static int parent(int place) {
        return place - Integer.lowestOneBit(place);
    }
}
