package org.hawser.runtime.wireup;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * Lines over a TCP connection.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class SocketWire implements LineWire {
    private static final int LOOK_MILLIS = 250;

    private final SocketChannel channel;
    private final String name;
    private final Selector selector;
    private final SelectionKey key;
    private final LineAssembly lines = new LineAssembly();
    private final ByteBuffer room = ByteBuffer.allocate(4096);
    private boolean ended;

    private SocketWire(SocketChannel channel, String name) throws IOException {
        this.channel = channel;
        this.name = name;
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        selector = Selector.open();
        key = channel.register(selector, SelectionKey.OP_READ);
    }

    /** Connects. */
    static SocketWire connect(String host, int port, int millis) throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new IOException("no such host: " + host);
        }
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address, millis);
            return new SocketWire(channel, host + ":" + port);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Over a connection that somebody else has made. */
    static SocketWire of(SocketChannel channel) throws IOException {
        return new SocketWire(channel, String.valueOf(channel.getRemoteAddress()));
    }

    @Override
    public void send(String line) throws IOException {
        Patience patience = new Patience();
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII));
        while (channel.write(bytes) >= 0 && bytes.hasRemaining()) {
            key.interestOps(SelectionKey.OP_WRITE);
            selector.select(LOOK_MILLIS);
            selector.selectedKeys().clear();
            key.interestOps(SelectionKey.OP_READ);
            if (patience.isOver()) {
                throw new SocketTimeoutException("it does not take what is sent");
            }
        }
    }

    @Override
    public String receive(Patience patience) throws IOException {
        while (true) {
            take();
            String line = lines.next();
            if (line != null) {
                return line;
            }
            if (ended) {
                throw new EOFException("received=" + lines.rest());
            }
            if (patience.isOver()) {
                throw new SocketTimeoutException("received=" + lines.rest());
            }
            selector.select(LOOK_MILLIS);
            selector.selectedKeys().clear();
        }
    }

    @Override
    public String pending() {
        return lines.next();
    }

    @Override
    public boolean isOpen() {
        try {
            take();
        } catch (IOException e) {
            return false;
        }
        return !ended;
    }

    /** Reads what has come; the end matters when what came before has been used. */
    private void take() throws IOException {
        int count = 0;
        while (!ended && (count = channel.read(room.clear())) > 0) {
            lines.add(room.array(), count);
        }
        ended |= count < 0;
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            selector.close();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
