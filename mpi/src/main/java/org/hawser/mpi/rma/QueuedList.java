package org.hawser.mpi.rma;

/**
 * Operations in the order in which they leave.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing.
 */
final class QueuedList {
    private Queued first;
    private Queued last;

    boolean isEmpty() {
        return first == null;
    }

    /** The first; null when there is none. */
    Queued first() {
        return first;
    }

    void add(Queued operation) {
        operation.next = null;
        if (last == null) {
            first = operation;
        } else {
            last.next = operation;
        }
        last = operation;
    }

    /** The first, which leaves the list; null when there is none. */
    Queued poll() {
        Queued operation = first;
        if (operation != null) {
            first = operation.next;
            last = first == null ? null : last;
            operation.next = null;
        }
        return operation;
    }
}
