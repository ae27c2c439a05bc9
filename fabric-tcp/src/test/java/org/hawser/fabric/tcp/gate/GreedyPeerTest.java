package org.hawser.fabric.tcp.gate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Region;
import org.hawser.fabric.tcp.fault.ProxiedRanks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A rank that knows the secret and takes more than it was allowed loses its connection before that costs much. */
class GreedyPeerTest {
    private static final int GREEDY = 0;
    private static final int TARGET = 1;
    private static final int MESSAGE = 1;
    private static final int READ = 4;
    private static final int KIND_AT = 28;
    private static final int WINDOW = 64 << 10;
    /** Far more than the window, and what sockets may hold of what nobody reads. */
    private static final long FAR_TOO_MUCH = 32L << 20;
    private static final long REGION_ID = 9;
    private static final long REGION_SECRET = 0x1234_5678_9abcL;

    private final ProxiedRanks ranks = new ProxiedRanks(2).with("hawser.tcp.window", WINDOW)
        .with("hawser.tcp.patience", 1);
    private ServerSocket deaf;
    private Domain target;

    @BeforeEach
    void open() throws IOException {
        // Where the greedy rank is said to be: somebody who takes calls and never answers.
        deaf = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        ranks.pretend(GREEDY, new InetSocketAddress(deaf.getInetAddress(), deaf.getLocalPort()));
        target = ranks.open(TARGET);
    }

    @AfterEach
    void close() throws IOException {
        ranks.close();
        deaf.close();
    }

    /** Nobody polls at the target, so that its agent must keep what comes. */
    @Test
    void moreMessagesThanTheWindowEndTheConnection() throws IOException {
        ByteBuffer message = ByteBuffer.allocate(8 + (8 << 10)).order(ByteOrder.nativeOrder());
        message.putInt(MESSAGE << KIND_AT | 5).putInt(8 << 10).clear();
        long sent = sendUntilRefused(message);
        assertTrue(sent < FAR_TOO_MUCH, "messages were taken: bytes=" + sent);
    }

    /** Answers that are not taken wait at the target. */
    @Test
    void moreRequestsThanARankMayHaveUnderWayEndTheConnection() throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(1 << 20, 64);
            Region region = target.register(memory, REGION_ID, REGION_SECRET);
            ByteBuffer read = ByteBuffer.allocate(8 + 48).order(ByteOrder.nativeOrder());
            read.putInt(READ << KIND_AT).putInt(48).putLong(REGION_ID).putLong(REGION_SECRET).putLong(0).putLong(7)
                .putLong(memory.byteSize()).putLong(0).clear();
            long sent = sendUntilRefused(read);
            assertTrue(sent < FAR_TOO_MUCH, "requests were taken: bytes=" + sent);
            region.close();
        }
    }

    /** Sends the same frame again and again, and reads nothing; returns how many bytes went before the end. */
    private long sendUntilRefused(ByteBuffer frame) throws IOException {
        JobKeys keys = new JobKeys(ranks.secret());
        Identity self = new Identity(GREEDY, 2, "greedy", keys, null, HandshakeLayout.VERSION);
        try (SocketChannel channel = SocketChannel.open(ranks.address(TARGET))) {
            channel.configureBlocking(false);
            Wire wire = new PlainWire(channel);
            Handshake handshake = Handshake.dialling(self, wire, new RecordedAdmissions(0), TARGET);
            ProxiedRanks.until(() -> isOver(handshake), "the handshake");
            return sendAll(channel, frame);
        }
    }

    private static boolean isOver(Handshake handshake) {
        try {
            return handshake.advance() == 0;
        } catch (IOException e) {
            throw new AssertionError("the handshake failed", e);
        }
    }

    private static long sendAll(SocketChannel channel, ByteBuffer frame) {
        long sent = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        try {
            while (sent < FAR_TOO_MUCH && System.nanoTime() - end < 0) {
                int count = channel.write(frame);
                sent += count;
                if (!frame.hasRemaining()) {
                    frame.clear();
                } else if (count == 0) {
                    LockSupport.parkNanos(100_000);
                }
            }
        } catch (IOException e) {
            // Refused, as it should be.
            return sent;
        }
        return FAR_TOO_MUCH;
    }
}
