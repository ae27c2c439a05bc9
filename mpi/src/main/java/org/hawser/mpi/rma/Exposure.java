package org.hawser.mpi.rma;

/**
 * Which of a member's memory its window opens to others, as the member itself looks it up for what comes by messages.
 *
 * <p><b>Threads:</b> any; it must not wait. <b>Allocates:</b> nothing.
 */
@FunctionalInterface
interface Exposure {
    /** What {@link #base} returns for bytes that are not in the window. */
    long REFUSED = -1;

    /**
     * Finds the memory of the bytes from {@code first} to {@code end} of the window.
     *
     * @return the address of the window's byte 0, or {@link #REFUSED} when those bytes are not all in the window
     */
    long base(long first, long end);
}
