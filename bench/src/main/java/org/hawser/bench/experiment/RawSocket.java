package org.hawser.bench.experiment;

import static org.hawser.platform.memory.Words.getLong;
import static org.hawser.platform.memory.Words.setLong;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Operation;

/**
 * A bare connection between ranks 0 and 1, on the same network as theirs: what plain NIO does with it is the limit that
 * messages are compared with. Both sides look for bytes without ever sleeping.
 *
 * <p><b>Threads:</b> the rank's main thread. <b>Allocates:</b> buffers, at construction and per operation's making.
 */
final class RawSocket {
    /** The peer that its figures are given to. */
    static final String NAME = "socket";

    private static final long ADDRESS = 0;
    private static final long PORT = Long.BYTES;

    private final int rank;
    private final SocketChannel channel;

    private RawSocket(int rank, SocketChannel channel) {
        this.rank = rank;
        this.channel = channel;
    }

    /** Connects; collective, with no connection at ranks beyond the second. */
    static RawSocket connect(Lab lab) {
        try {
            return new RawSocket(lab.rank().number(), lab.rank().number() == 0 ? accepted(lab) : dialled(lab));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot connect ranks 0 and 1 to compare with", e);
        }
    }

    private static SocketChannel accepted(Lab lab) throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            InetAddress own = lab.rank().nodes().isSingle() ? InetAddress.getByName("127.0.0.1") : ownAddress();
            listener.bind(new InetSocketAddress(own, 0));
            setLong(lab.page(0), ADDRESS, Integer.toUnsignedLong(ByteBuffer.wrap(own.getAddress()).getInt()));
            setLong(lab.page(0), PORT, ((InetSocketAddress) listener.getLocalAddress()).getPort());
            lab.rank().barrier();
            return prepared(listener.accept());
        }
    }

    private static SocketChannel dialled(Lab lab) throws IOException {
        lab.rank().barrier();
        if (lab.rank().number() > 1) {
            return null;
        }
        byte[] address = ByteBuffer.allocate(Integer.BYTES).putInt((int) getLong(lab.page(0), ADDRESS)).array();
        return prepared(SocketChannel.open(new InetSocketAddress(InetAddress.getByAddress(address),
            (int) getLong(lab.page(0), PORT))));
    }

    private static InetAddress ownAddress() throws IOException {
        return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
            .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress()).findFirst()
            .orElseThrow(() -> new IOException("this host has no address but that of loopback"));
    }

    private static SocketChannel prepared(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        return channel;
    }

    /** Bytes to and fro. */
    Operation pingPong(int bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
        return timed(count -> {
            for (int i = 0; i < count; i++) {
                if (rank == 0) {
                    write(buffer.clear());
                    read(buffer.clear());
                } else {
                    read(buffer.clear());
                    write(buffer.clear());
                }
            }
        });
    }

    /** Bytes from rank 0 to rank 1, so many writes an operation; the last one is answered. */
    Operation stream(int bytes, int writes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
        ByteBuffer answer = ByteBuffer.allocateDirect(1);
        return timed(count -> {
            for (long i = 0; i < (long) count * writes; i++) {
                if (rank == 0) {
                    write(buffer.clear());
                } else {
                    read(buffer.clear());
                }
            }
            if (rank == 0) {
                read(answer.clear());
            } else {
                write(answer.clear());
            }
        });
    }

    private interface Steps {
        void run(int count) throws IOException;
    }

    private Operation timed(Steps steps) {
        return rank > 1 ? count -> 0 : count -> {
            try {
                long start = System.nanoTime();
                steps.run(count);
                return System.nanoTime() - start;
            } catch (IOException e) {
                throw new UncheckedIOException("the connection to compare with broke", e);
            }
        };
    }

    private void write(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    private void read(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new IOException("the other rank has closed its end");
            }
        }
    }
}
