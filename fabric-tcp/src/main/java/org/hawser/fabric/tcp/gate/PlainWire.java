package org.hawser.fabric.tcp.gate;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.hawser.platform.libc.BareSocket;
import org.hawser.platform.libc.Errno;
import org.hawser.platform.libc.Libc;

/**
 * A wire that is the socket itself; nothing is kept, nothing is copied. Short reads and writes go past Java's channel
 * where that is possible: they cost little more than the kernel's part of them.
 *
 * <p><b>Threads:</b> as {@link Wire}. <b>Allocates:</b> at construction and in {@link #settle}.
 */
public final class PlainWire extends Wire {
    /** More than this is copied for so long that what Java does around it does not matter. */
    private static final int SHORT = 64 << 10;

    private final SocketChannel channel;
    /** Null where there is no other way than the channel. */
    private BareSocket bare;

    /** The wire over a socket in non-blocking mode. */
    public PlainWire(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public SocketChannel channel() {
        return channel;
    }

    @Override
    void settle() {
        try {
            if (Libc.available() && channel.getLocalAddress() instanceof InetSocketAddress local
                    && channel.getRemoteAddress() instanceof InetSocketAddress peer) {
                bare = BareSocket.open(local, peer);
            }
        } catch (IOException e) {
            // The connection has ended: whoever uses it finds out.
            return;
        }
    }

    @Override
    public int descriptor() {
        return bare == null ? -1 : bare.descriptor();
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    public int read(ByteBuffer target, long base) throws IOException {
        if (bare == null) {
            return channel.read(target);
        }
        int at = target.position();
        try {
            int bytes = bare.read(base + at, target.remaining());
            if (bytes > 0) {
                target.position(at + bytes);
            }
            return bytes;
        } catch (Errno e) {
            throw new IOException(e);
        }
    }

    @Override
    public long write(ByteBuffer[] sources, long base) throws IOException {
        ByteBuffer source = sources[0];
        int length = source.remaining();
        if (bare == null || length > SHORT) {
            return channel.write(source);
        }
        int at = source.position();
        try {
            int bytes = bare.write(base + at, length);
            source.position(at + bytes);
            return bytes;
        } catch (Errno e) {
            throw new IOException(e);
        }
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
        if (bare != null) {
            bare.close();
        }
        Sockets.close(channel);
    }
}
