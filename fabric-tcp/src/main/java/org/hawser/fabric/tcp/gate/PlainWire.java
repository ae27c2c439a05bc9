package org.hawser.fabric.tcp.gate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A wire that is the socket itself; nothing is kept, nothing is copied.
 *
 * <p><b>Threads:</b> as {@link Wire}.
 */
public final class PlainWire extends Wire {
    private final SocketChannel channel;

    /** The wire over a socket in non-blocking mode. */
    public PlainWire(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public SocketChannel channel() {
        return channel;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        return length == 1 ? channel.write(sources[offset]) : channel.write(sources, offset, length);
    }

    @Override
    public boolean hasPending() {
        return false;
    }

    @Override
    public boolean flush() {
        return true;
    }

    @Override
    public int interest(boolean wantsToWrite) {
        return wantsToWrite ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }

    @Override
    public boolean hasReadable() {
        return false;
    }

    @Override
    public void close() {
        Sockets.close(channel);
    }
}
