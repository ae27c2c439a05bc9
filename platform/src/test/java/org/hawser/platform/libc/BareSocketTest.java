package org.hawser.platform.libc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BareSocketTest {
    private static final int MANY = 1 << 20;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory = arena.allocate(MANY, 8);
    private SocketChannel dialled;
    private SocketChannel accepted;
    private BareSocket bare;

    @BeforeEach
    void connect() throws IOException {
        assumeTrue(Libc.available(), Libc::unavailableReason);
        try (ServerSocketChannel listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            dialled = SocketChannel.open(listener.getLocalAddress());
            accepted = listener.accept();
        }
        // As all that Hawser has: but no call here may wait, whatever the channel does.
        bare = open(dialled);
        assertNotNull(bare);
    }

    @AfterEach
    void disconnect() throws IOException {
        if (bare != null) {
            bare.close();
            dialled.close();
            accepted.close();
        }
        arena.close();
    }

    private static BareSocket open(SocketChannel channel) throws IOException {
        return BareSocket.open((InetSocketAddress) channel.getLocalAddress(),
            (InetSocketAddress) channel.getRemoteAddress());
    }

    @Test
    void bytesGoBothWays() throws IOException {
        memory.setString(0, "to the channel");
        assertEquals(14, bare.write(memory.address(), 14));
        ByteBuffer taken = ByteBuffer.allocate(14);
        while (taken.hasRemaining()) {
            accepted.read(taken);
        }
        assertArrayEquals("to the channel".getBytes(), taken.array());
        accepted.write(ByteBuffer.wrap(new byte[] {5, 6, 7}));
        assertEquals(2, awaitBytes(2));
        assertEquals(1, awaitBytes(100));
        assertEquals(7, memory.get(ValueLayout.JAVA_BYTE, 0));
    }

    private int awaitBytes(int room) {
        int bytes = 0;
        while (bytes == 0) {
            bytes = bare.read(memory.address(), room);
        }
        return bytes;
    }

    @Test
    void nothingIsWaitedFor() {
        assertEquals(0, bare.read(memory.address(), MANY));
        assertEquals(0, bare.read(memory.address(), 0));
        long written = 0;
        int bytes = bare.write(memory.address(), MANY);
        while (bytes > 0) {
            written += bytes;
            bytes = bare.write(memory.address(), MANY);
        }
        assertTrue(written > 0, () -> "nobody reads, and all was taken");
    }

    @Test
    void theEndIsTold() throws IOException {
        accepted.close();
        assertEquals(-1, awaitBytes(8));
    }

    @Test
    void aConnectionThatIsBrokenFails() throws IOException {
        accepted.setOption(StandardSocketOptions.SO_LINGER, 0);
        accepted.close();
        assertThrows(Errno.class, () -> awaitBytes(8));
        assertThrows(Errno.class, () -> bare.write(memory.address(), 8));
    }

    @Test
    void theChannelGoesOnWhenThisIsClosed() throws IOException {
        bare.close();
        bare.close();
        assertThrows(Errno.class, () -> bare.read(memory.address(), 8));
        assertThrows(Errno.class, () -> bare.write(memory.address(), 8));
        dialled.write(ByteBuffer.wrap(new byte[8]));
        assertEquals(8, accepted.read(ByteBuffer.allocate(8)));
    }

    @Test
    void whoReadsMeanwhileFindsItClosed() throws Exception {
        AtomicReference<Throwable> found = new AtomicReference<>();
        Thread reader = new Thread(() -> {
            try {
                while (true) {
                    assertEquals(0, bare.read(memory.address(), 8));
                }
            } catch (Errno | AssertionError e) {
                found.set(e);
            }
        });
        reader.start();
        Thread.sleep(5);
        bare.close();
        reader.join();
        assertEquals(Errno.EBADF, ((Errno) found.get()).number());
    }

    @Test
    void whatIsNotThereIsNotFound() throws IOException {
        InetSocketAddress here = (InetSocketAddress) dialled.getLocalAddress();
        assertNull(BareSocket.open(here, here));
        assertTrue(BareSocket.find(here, here) < 0);
    }
}
