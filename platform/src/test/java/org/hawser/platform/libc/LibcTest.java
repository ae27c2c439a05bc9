package org.hawser.platform.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibcTest {
    private static final int ENOENT = 2;

    @TempDir
    private Path directory;

    @BeforeAll
    static void needsTheKernel() {
        assumeTrue(Libc.available(), Libc::unavailableReason);
    }

    @Test
    void aReservationOfAFileThatIsNotThereSaysSo() {
        Errno error = assertThrows(Errno.class, () -> Libc.reserve(directory.resolve("none").toString(), 0, 4096));
        assertEquals(ENOENT, error.number(), error.getMessage());
    }

    @Test
    void aReservationMakesTheFileThatLong() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Libc.reserve(file.toString(), 0, 12_345);
        assertEquals(12_345, Files.size(file));
    }

    @Test
    void fencesAreGrantedWhereTheKernelSaysSo() {
        assertEquals(Libc.canFenceAll(), Libc.fenceAll());
        assertTrue(Libc.fenceProcess());
    }

    @Test
    void aDescriptorIsReadToItsEnd() throws IOException {
        Path file = Files.writeString(directory.resolve("text"), "five!");
        try (FileInputStream open = new FileInputStream(file.toFile()); Arena arena = Arena.ofConfined()) {
            int descriptor = descriptorOf(file);
            MemorySegment room = arena.allocate(16);
            assertEquals(Libc.READABLE, Libc.poll(descriptor, 0));
            assertEquals(5, Libc.read(descriptor, room));
            assertEquals("five!", room.getString(0, StandardCharsets.US_ASCII));
            assertEquals(0, Libc.read(descriptor, room));
            assertEquals(-1, open.read());
        }
    }

    @Test
    void aDescriptorThatIsNotThereSaysSo() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment room = arena.allocate(16);
            assertEquals(Libc.HUNG_UP, Libc.poll(99_999, 0));
            assertEquals(Errno.EBADF, assertThrows(Errno.class, () -> Libc.read(99_999, room)).number());
            assertEquals(Errno.EBADF, assertThrows(Errno.class, () -> Libc.write(99_999, room)).number());
        }
    }

    @Test
    void aConnectionIsFoundByItsAddressesAndTakesAWayToAvoidCongestion() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel dialled = SocketChannel.open(listener.getLocalAddress())) {
            InetSocketAddress local = (InetSocketAddress) dialled.getLocalAddress();
            InetSocketAddress peer = (InetSocketAddress) dialled.getRemoteAddress();
            int[] found;
            try (var open = Files.list(Path.of("/proc/self/fd"))) {
                found = open.mapToInt(link -> Integer.parseInt(link.getFileName().toString()))
                    .filter(descriptor -> Libc.isConnection(descriptor, local, peer)).toArray();
            }
            assertEquals(1, found.length);
            assertTrue(Libc.setCongestionControl(found[0], "reno"));
            assertFalse(Libc.setCongestionControl(found[0], "none-of-this-name"));
            assertFalse(Libc.setCongestionControl(99_999, "reno"));
        }
    }

    private static int descriptorOf(Path file) throws IOException {
        try (var open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(link -> leadsTo(link, file)).mapToInt(link -> Integer.parseInt(link.getFileName()
                .toString())).findFirst().orElseThrow();
        }
    }

    private static boolean leadsTo(Path link, Path file) {
        try {
            return Files.readSymbolicLink(link).equals(file.toRealPath());
        } catch (IOException e) {
            // The descriptor of the listing itself, which is gone.
            return false;
        }
    }
}
