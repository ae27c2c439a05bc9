package org.hawser.mpi.coll.algorithm;

/**
 * This rank's place in the binomial tree over p ranks from {@code root} on. Places are counted from the root; the
 * subtree of place v spans the places from v up to v plus the lowest bit of v, as far as there are any.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> nothing where the compiler sees that it does not leave the method.
 *
 * @param rank this rank
 * @param root the root's rank
 * @param size how many ranks there are
 */
record Tree(int rank, int root, int size) {
    boolean isRoot() {
        return rank == root;
    }

    /** This rank's place. */
    int place() {
        return rank < root ? rank - root + size : rank - root;
    }

    /** The rank at a place. */
    int at(int place) {
        int number = place + root;
        return number < size ? number : number - size;
    }

    /** The places that this rank's subtree could have: a power of two. */
    int span() {
        int place = place();
        return place != 0 ? Integer.lowestOneBit(place) : Integer.highestOneBit(Math.max(1, size - 1)) << 1;
    }

    /** The places that the subtree at {@code place}, which could have {@code span}, does have. */
    int count(int place, int span) {
        return Math.min(span, size - place);
    }

    int parent() {
        int place = place();
        return at(place - Integer.lowestOneBit(place));
    }

    /** True when this rank has a child whose subtree could have {@code span} places. */
    boolean hasChild(int span) {
        return place() + span < size;
    }

    int child(int span) {
        return at(place() + span);
    }
}
