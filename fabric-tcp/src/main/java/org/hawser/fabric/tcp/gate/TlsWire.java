package org.hawser.fabric.tcp.gate;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * A wire that encrypts. TLS's own handshake is carried out by the first reads and writes, which give and take nothing
 * until it is over; later messages of TLS, as new keys after many bytes, are carried out in passing.
 *
 * <p>What arrives is decrypted straight into the reader's buffer where it has room for a whole record.
 *
 * <p><b>Threads:</b> as {@link Wire}; until TLS's handshake is over, one at a time for all. <b>Allocates:</b> room
 * for three records at construction, more when the peer has proved itself.
 */
final class TlsWire extends Wire {
    /** Records that the buffers to and from the socket have room for, once the peer is known. */
    private static final int RECORDS = 4;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final ByteBuffer[] NO_SOURCES = {};

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final int recordBytes;
    /** Held by whoever wraps; a reader does so too when TLS owes the peer an answer. */
    private final ReentrantLock writing = new ReentrantLock();

    /** From the socket, encrypted; between reads it is ready to be unwrapped. */
    private ByteBuffer arrived;
    /** Decrypted and not read. */
    private final ByteBuffer readable;
    /** Encrypted and not sent; between writes it is ready to be wrapped into. */
    private ByteBuffer leaving;
    private volatile boolean ready;
    private boolean ended;
    /** The last call of the engine took bytes. */
    private boolean moved;
    /** What has arrived is less than a record. */
    private boolean stalled;
    private boolean seenFirst;
    private boolean plainPeer;

    TlsWire(SocketChannel channel, SSLEngine engine) {
        this.channel = channel;
        this.engine = engine;
        recordBytes = engine.getSession().getPacketBufferSize();
        // In the heap as long as it may be a stranger's: memory beside it is given back late.
        arrived = ByteBuffer.allocate(recordBytes).flip();
        leaving = ByteBuffer.allocate(recordBytes);
        readable = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
    }

    @Override
    public SocketChannel channel() {
        return channel;
    }

    @Override
    void settle() {
        arrived = ByteBuffer.allocateDirect(RECORDS * recordBytes).put(arrived).flip();
        leaving = ByteBuffer.allocateDirect(RECORDS * recordBytes).put(leaving.flip());
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        try {
            if (!negotiate()) {
                return ended ? -1 : 0;
            }
            int before = target.position();
            stalled = false;
            while (target.hasRemaining() && (take(target) || unwrap(target) && moved)) {
                answer();
            }
            return target.position() == before && ended ? -1 : target.position() - before;
        } catch (RuntimeException e) {
            throw new SSLException("TLS failed: " + e, e);
        }
    }

    /** Moves decrypted bytes; false when there are none. */
    private boolean take(ByteBuffer target) {
        if (!readable.hasRemaining()) {
            return false;
        }
        int count = Math.min(readable.remaining(), target.remaining());
        target.put(target.position(), readable, readable.position(), count);
        target.position(target.position() + count);
        readable.position(readable.position() + count);
        return true;
    }

    /** Decrypts a record; false when no whole one has come. */
    private boolean unwrap(ByteBuffer target) throws IOException {
        while (!ended) {
            boolean direct = target.remaining() >= readable.capacity();
            SSLEngineResult result = engine.unwrap(arrived, direct ? target : readable.clear());
            if (!direct) {
                readable.flip();
            }
            moved = result.bytesConsumed() > 0;
            switch (result.getStatus()) {
                case OK -> {
                    return true;
                }
                case CLOSED -> ended = true;
                case BUFFER_OVERFLOW -> throw new SSLException("a record of TLS is too long");
                case BUFFER_UNDERFLOW -> {
                    if (!fill()) {
                        return false;
                    }
                }
            }
        }
        return false;
    }

    /** Reads from the socket; false when nothing came. */
    private boolean fill() throws IOException {
        arrived.compact();
        int count;
        try {
            count = channel.read(arrived);
        } finally {
            arrived.flip();
        }
        ended |= count < 0;
        if (count > 0 && !seenFirst) {
            seenFirst = true;
            checkFirst();
        }
        stalled = count <= 0;
        return count > 0;
    }

    private void checkFirst() throws SSLException {
        // A record of TLS begins with a small number, Hawser's own handshake with a letter.
        if (arrived.get(arrived.position()) == (byte) (HandshakeLayout.MAGIC >>> Long.SIZE - Byte.SIZE)) {
            plainPeer = true;
            throw new SSLException("the peer does not use TLS and this rank does" + TlsContext.REMEDY);
        }
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        writing.lock();
        try {
            if (plainPeer) {
                return channel.write(sources, offset, length);
            }
            if (!negotiate() || !hasMore(sources, offset, length)) {
                if (ended && !ready) {
                    // Whoever writes first does not read, and would not see it.
                    throw new EOFException("the peer ended its connection during TLS's handshake");
                }
                send();
                return 0;
            }
            long count = 0;
            while (true) {
                SSLEngineResult result = engine.wrap(sources, offset, length, leaving);
                count += result.bytesConsumed();
                boolean full = result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW;
                checkOpen(result);
                if (!full && !hasMore(sources, offset, length)) {
                    send();
                    return count;
                }
                if (full && !send()) {
                    return count;
                }
            }
        } catch (RuntimeException e) {
            throw new SSLException("TLS failed: " + e, e);
        } finally {
            writing.unlock();
        }
    }

    private static boolean hasMore(ByteBuffer[] sources, int offset, int length) {
        for (int i = offset + length - 1; i >= offset; i--) {
            if (sources[i].hasRemaining()) {
                return true;
            }
        }
        return false;
    }

    private static void checkOpen(SSLEngineResult result) throws SSLException {
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            throw new SSLException("TLS is closed");
        }
    }

    /** Writes to the socket; false when it took nothing. */
    private boolean send() throws IOException {
        leaving.flip();
        try {
            return channel.write(leaving) > 0;
        } finally {
            leaving.compact();
        }
    }

    @Override
    public boolean hasPending() {
        return leaving.position() != 0;
    }

    @Override
    public boolean flush() throws IOException {
        writing.lock();
        try {
            while (leaving.position() != 0) {
                if (!send()) {
                    return false;
                }
            }
            return true;
        } finally {
            writing.unlock();
        }
    }

    @Override
    public int interest(boolean wantsToWrite) {
        // Before TLS is ready a write waits for the peer, not for the socket.
        boolean writes = hasPending() || wantsToWrite && ready;
        return writes ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }

    @Override
    public boolean hasReadable() {
        return readable.hasRemaining() || arrived.hasRemaining() && !stalled;
    }

    /** Carries out TLS's handshake as far as it goes; true when it is over. */
    private boolean negotiate() throws IOException {
        if (ready) {
            return true;
        }
        try {
            ready = negotiateFurther();
            return ready;
        } catch (SSLException e) {
            tellWhy();
            throw e;
        }
    }

    private boolean negotiateFurther() throws IOException {
        if (!seenFirst && !ended && engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING) {
            engine.beginHandshake();
        }
        while (!ended) {
            HandshakeStatus status = engine.getHandshakeStatus();
            switch (status) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> {
                    if (!wrapOwn() && !send()) {
                        return false;
                    }
                }
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    flush();
                    if (!unwrap(NOTHING) || !moved && engine.getHandshakeStatus() == status) {
                        return false;
                    }
                }
                default -> {
                    flush();
                    return true;
                }
            }
        }
        return false;
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** Wraps what TLS itself wants to say; false when there is no room for it. */
    private boolean wrapOwn() throws SSLException {
        SSLEngineResult result = engine.wrap(NO_SOURCES, leaving);
        checkOpen(result);
        return result.getStatus() == SSLEngineResult.Status.OK;
    }

    /** Sends what TLS owes the peer after a message of its own. */
    private void answer() throws IOException {
        HandshakeStatus status = engine.getHandshakeStatus();
        if (status == HandshakeStatus.NOT_HANDSHAKING) {
            return;
        }
        writing.lock();
        try {
            if (status == HandshakeStatus.NEED_TASK) {
                runTasks();
            }
            while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && (wrapOwn() || send())) {
                send();
            }
        } finally {
            writing.unlock();
        }
    }

    /** Lets TLS send its alert, so that the peer knows why the connection ends. */
    private void tellWhy() {
        writing.lock();
        try {
            if (!plainPeer && wrapOwn()) {
                flush();
            }
        } catch (IOException | RuntimeException e) {
            // Then the peer sees a connection that ends, and no more.
            return;
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void close() {
        Sockets.close(channel);
    }
}
