package org.hawser.mpi.rma;

/**
 * Parts in order.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing.
 */
final class PartList {
    private Part first;
    private Part last;
    private int size;

    int size() {
        return size;
    }

    Part first() {
        return first;
    }

    void add(Part part) {
        part.next = null;
        if (last == null) {
            first = part;
        } else {
            last.next = part;
        }
        last = part;
        size++;
    }

    /** The first, which leaves the list; null when there is none. */
    Part poll() {
        Part part = first;
        if (part != null) {
            first = part.next;
            last = first == null ? null : last;
            part.next = null;
            size--;
        }
        return part;
    }
}
