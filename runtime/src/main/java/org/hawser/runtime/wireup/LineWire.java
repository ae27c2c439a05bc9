package org.hawser.runtime.wireup;

import java.io.Closeable;
import java.io.IOException;

/**
 * A conversation in lines of ASCII.
 *
 * <p><b>Threads:</b> one at a time.
 */
interface LineWire extends Closeable {
    /** Longer lines are refused: no process manager writes them. */
    int LONGEST = 64 << 10;

    /** Sends a line; its end is added. */
    void send(String line) throws IOException;

    /**
     * Waits for a line.
     *
     * @return without its end
     * @throws java.io.EOFException when the other side has closed
     * @throws java.net.SocketTimeoutException when {@code patience} is over
     * @throws java.io.StreamCorruptedException when what comes is no line of text
     * @throws IOException when the wire is broken
     */
    String receive(Patience patience) throws IOException;

    /** A line that has come, or null. Does not wait, and finds nothing that {@link #isOpen} has not seen. */
    String pending();

    /** False when the other side has closed. Does not wait. */
    boolean isOpen();

    /** What this is, in words for an error message. */
    @Override
    String toString();
}
