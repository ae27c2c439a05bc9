package org.hawser.mpi.p2p;

/**
 * Something that goes on when sends and receives that it started have ended, as a collective does that the program does
 * not wait for. {@link Continued} starts them.
 *
 * <p><b>Threads:</b> called by whoever holds the rank; nothing that waits may be called.
 */
public interface Continuation {
    /** One of its operations is done. It may ask to go on ({@link Continued#goOn}); it must not do so here. */
    void ended(Operation operation);

    /** Goes on, after {@link Continued#goOn}. */
    void goOn();
}
