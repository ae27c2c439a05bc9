package org.hawser.fabric.tcp.gate;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A non-blocking way for bytes to one peer and back, either plain or encrypted. Both kinds are driven by the
 * readiness of {@link #channel()}.
 *
 * <p>An encrypted wire keeps bytes of its own: some that the caller has handed over and the socket has not taken
 * ({@link #hasPending}), and some that the socket has given and the caller has not read ({@link #hasReadable}). A
 * selector knows of neither.
 *
 * <pre>{@code
 * wire.write(buffers, 0, count);
 * key.interestOps(wire.interest(buffers[count - 1].hasRemaining()));
 * }</pre>
 *
 * <p><b>Threads:</b> one that reads and one that writes or flushes at a time, which may be different ones; {@link
 * #close} by any. <b>Allocates:</b> at construction.
 */
public abstract class Wire implements Closeable {
    /** For the two kinds. */
    Wire() {
    }

    /** The socket below; in non-blocking mode. */
    public abstract SocketChannel channel();

    /**
     * Reads what there is, at most what {@code target} has room for.
     *
     * @return bytes read, 0 when there are none now, -1 when the peer has ended the connection
     * @throws IOException when the connection is broken or its bytes are not what the peer sent
     */
    public abstract int read(ByteBuffer target) throws IOException;

    /**
     * As the other, to memory that lives as long as the buffer does.
     *
     * @param base the address of the buffer's byte 0
     */
    public int read(ByteBuffer target, long base) throws IOException {
        return read(target);
    }

    /**
     * Takes bytes to send, as many as go without waiting.
     *
     * @return bytes taken; the buffers' positions have moved by as many
     * @throws IOException when the connection is broken
     */
    public abstract long write(ByteBuffer[] sources, int offset, int length) throws IOException;

    /**
     * As the other, of the first buffer alone, in memory that lives as long as the buffer does.
     *
     * @param base the address of the buffer's byte 0
     */
    public long write(ByteBuffer[] sources, long base) throws IOException {
        return write(sources, 0, 1);
    }

    /** True when bytes that a write took still wait for the socket; {@link #flush} when it can be written. */
    public abstract boolean hasPending();

    /**
     * Moves what is pending to the socket.
     *
     * @return true when nothing is pending any more
     */
    public abstract boolean flush() throws IOException;

    /**
     * What a selector has to wait for.
     *
     * @param wantsToWrite true when the last {@link #write} did not take all
     * @return interest in reading, and in writing where that would get further
     */
    public abstract int interest(boolean wantsToWrite);

    /** True when {@link #read} may give bytes though the socket is not readable. */
    public abstract boolean hasReadable();

    /** The number of the socket's descriptor; negative when it is not known. */
    public int descriptor() {
        return -1;
    }

    /** Takes the memory that makes it fast; called once, when the peer has proved itself. */
    void settle() {
    }

    /** Ends the connection; what is pending is lost. Never fails. */
    @Override
    public abstract void close();
}
