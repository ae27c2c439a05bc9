package org.hawser.fabric.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hawser.platform.libc.Libc;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which way of avoiding congestion a connection gets, and what the kernel says that it has. */
class CongestionTest {
    private static final String SETTING = "hawser.tcp.congestion";
    private static final InetAddress HERE = InetAddress.ofLiteral("10.1.2.3");
    private static final InetAddress THERE = InetAddress.ofLiteral("10.1.2.4");
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    private static final int LONGEST_NAME = 16;

    @AfterEach
    void unset() {
        System.clearProperty(SETTING);
    }

    private static Congestion with(String value) {
        System.setProperty(SETTING, value);
        return new Congestion();
    }

    @Test
    void insideAHostNothingIsPaced() {
        assertEquals("reno", new Congestion().choice(HERE, HERE, "bbr"));
        assertEquals("reno", with("auto").choice(LOOPBACK, LOOPBACK, "bbr2"));
    }

    @Test
    void whatIsNotPacedStaysAsTheSystemHasIt() {
        assertNull(new Congestion().choice(HERE, HERE, "cubic"));
        assertNull(new Congestion().choice(HERE, HERE, "reno"));
        assertNull(new Congestion().choice(HERE, HERE, ""));
    }

    @Test
    void betweenHostsTheSystemKnowsBest() {
        assertNull(new Congestion().choice(HERE, THERE, "bbr"));
        assertNull(new Congestion().choice(HERE, THERE, "cubic"));
    }

    @Test
    void aNameHoldsForAllConnections() {
        assertEquals("cubic", with("cubic").choice(HERE, HERE, "bbr"));
        assertEquals("cubic", with("cubic").choice(HERE, THERE, "bbr"));
        assertNull(with("system").choice(HERE, HERE, "bbr"));
        assertEquals("reno", with(" ").choice(HERE, HERE, "bbr"));
    }

    @Test
    void aConnectionHasWhatWasChosen() throws Throwable {
        needsTheKernel();
        String system = systemChoice();
        String unpaced = system.startsWith("bbr") ? "reno" : system;
        try (Pair pair = new Pair("127.0.0.1")) {
            new Congestion().choose(pair.dialled, -1);
            assertEquals(unpaced, nameOf(pair.dialled));
            assertEquals(system, nameOf(pair.accepted));
            with("reno").choose(pair.accepted, -1);
            assertEquals("reno", nameOf(pair.accepted));
        }
        // Two addresses are two hosts, as far as anybody can tell.
        try (Pair pair = new Pair("127.0.0.2")) {
            with("auto").choose(pair.dialled, -1);
            assertEquals(system, nameOf(pair.dialled));
        }
    }

    @Test
    void aWayThatTheSystemDoesNotHaveIsToldOnceAndChangesNothing() throws Throwable {
        needsTheKernel();
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try (Pair pair = new Pair("127.0.0.1")) {
            for (String bad : new String[] {"none-of-this-name", "a-name-that-is-longer-than-any", "bbr\nreno", "ö"}) {
                Congestion congestion = with(bad);
                congestion.choose(pair.dialled, -1);
                congestion.choose(pair.dialled, -1);
                assertEquals(systemChoice(), nameOf(pair.dialled));
            }
            pair.dialled.write(ByteBuffer.wrap(new byte[] {7}));
            ByteBuffer room = ByteBuffer.allocate(2);
            assertEquals(1, pair.accepted.read(room));
            assertEquals(7, room.get(0));
        } finally {
            System.setErr(before);
        }
        String lines = told.toString(StandardCharsets.UTF_8);
        assertTrue(lines.contains(SETTING + "=none-of-this-name cannot be set"), lines);
        assertEquals(lines.indexOf("none-of-this-name"), lines.lastIndexOf("none-of-this-name"), lines);
    }

    @Test
    void aConnectionThatHasEndedIsLeftAlone() throws IOException {
        Pair pair = new Pair("127.0.0.1");
        pair.close();
        with("reno").choose(pair.dialled, -1);
    }

    private static void needsTheKernel() {
        assumeTrue(Libc.available(), Libc::unavailableReason);
    }

    private static String systemChoice() throws IOException {
        return Files.readString(Path.of("/proc/sys/net/ipv4/tcp_congestion_control")).trim();
    }

    /** What the kernel says that a connection has. */
    @SuppressWarnings("restricted")
    private static String nameOf(SocketChannel channel) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle getsockopt = linker.downcallHandle(linker.defaultLookup().find("getsockopt").orElseThrow(),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
        InetSocketAddress peer = (InetSocketAddress) channel.getRemoteAddress();
        int descriptor;
        try (var open = Files.list(Path.of("/proc/self/fd"))) {
            descriptor = open.mapToInt(link -> Integer.parseInt(link.getFileName().toString()))
                .filter(each -> Libc.isConnection(each, local, peer)).findFirst().orElseThrow();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(LONGEST_NAME);
            MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, LONGEST_NAME);
            assertEquals(0, (int) getsockopt.invokeExact(descriptor, IPPROTO_TCP, TCP_CONGESTION, name, length));
            return name.getString(0);
        }
    }

    /** A connection inside this host; the end that dials is at an address of the test's choice. */
    private static final class Pair implements AutoCloseable {
        private final SocketChannel dialled = SocketChannel.open();
        private final SocketChannel accepted;

        Pair(String from) throws IOException {
            try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0))) {
                dialled.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
                dialled.connect(listener.getLocalAddress());
                accepted = listener.accept();
            }
        }

        @Override
        public void close() throws IOException {
            dialled.close();
            accepted.close();
        }
    }
}
