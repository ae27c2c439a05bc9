package org.hawser.mpi.rma;

/**
 * Bytes of an operation that travel in one record.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing; it is used again.
 */
final class Part {
    Queued of;
    long position;
    int bytes;
    /** What the target calls the layout of its items. */
    int layout;
    /** The next in a list of parts. */
    Part next;
}
