package org.hawser.fabric.tcp.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.PortRange;
import org.hawser.fabric.tcp.gate.GateBench.Station;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
    private final GateBench bench = new GateBench();

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    private static GateSettings settings(boolean tls) {
        return tls ? GateBench.TLS : GateBench.PLAIN;
    }

    private static GateSettings strict(int strangers, long millis) {
        return new GateSettings(null, null, new PortRange(0, 0), false, strangers,
            TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static boolean isEnded(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        ByteBuffer some = ByteBuffer.allocate(256);
        try {
            int count = channel.read(some);
            while (count > 0) {
                count = channel.read(some.clear());
            }
            return count < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoRanksOfAJobGetThrough(boolean tls) {
        Station one = bench.open(1, settings(tls));
        Station two = bench.open(2, settings(tls));

        bench.join(two, 1, one);

        Admitted accepted = one.admissions.admitted.getFirst();
        Admitted dialled = two.admissions.admitted.getFirst();
        assertEquals(2, accepted.peer());
        assertEquals(200, accepted.peerReceived());
        assertFalse(accepted.dialled());
        assertEquals(1, dialled.peer());
        assertEquals(100, dialled.peerReceived());
        assertTrue(dialled.dialled());
        assertEquals(0, one.gate.strangers());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bytesBehindTheHandshakeArriveWholeInBothDirections(boolean tls) throws IOException {
        Station one = bench.open(1, settings(tls));
        Station two = bench.open(2, settings(tls));
        bench.join(one, 2, two);

        Flow there = new Flow(one.wire(), two.wire(), 3_000_000, 1);
        Flow back = new Flow(two.wire(), one.wire(), 2_000_000, 2);
        while (!there.isDone() || !back.isDone()) {
            there.step();
            back.step();
        }
    }

    /** Bytes on their way from one wire to another, in pieces of all sizes. */
    private static final class Flow {
        private final Wire from;
        private final Wire to;
        private final Random random;
        private final byte[] sent;
        private final ByteBuffer[] pieces;
        private final byte[] received;
        private int count;

        Flow(Wire from, Wire to, int length, long seed) {
            this.from = from;
            this.to = to;
            random = new Random(seed);
            sent = new byte[length];
            received = new byte[length];
            random.nextBytes(sent);
            List<ByteBuffer> cut = new ArrayList<>();
            int at = 0;
            while (at < length) {
                int piece = random.nextInt(3) == 0 ? random.nextInt(100_000) : random.nextInt(50);
                piece = Math.min(length - at, piece);
                cut.add(ByteBuffer.wrap(sent, at, piece));
                at += piece;
            }
            pieces = cut.toArray(ByteBuffer[]::new);
        }

        void step() throws IOException {
            int first = 0;
            while (first < pieces.length && !pieces[first].hasRemaining()) {
                first++;
            }
            int several = Math.min(pieces.length - first, 1 + random.nextInt(6));
            from.write(pieces, first, several);
            from.flush();
            int room = Math.min(received.length - count, 1 + random.nextInt(40_000));
            if (room > 0) {
                int got = to.read(ByteBuffer.wrap(received, count, room));
                assertTrue(got >= 0, "ended after " + count);
                count += got;
            }
        }

        boolean isDone() {
            if (count < sent.length) {
                return false;
            }
            assertTrue(Arrays.equals(sent, received), "bytes changed on the way");
            assertFalse(from.hasPending());
            assertFalse(to.hasReadable());
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEndedWireIsSeen(boolean tls) throws IOException {
        Station one = bench.open(1, settings(tls));
        Station two = bench.open(2, settings(tls));
        bench.join(one, 2, two);
        one.wire().close();
        ByteBuffer room = ByteBuffer.allocate(100);
        int count = 0;
        while (count == 0) {
            count = two.wire().read(room);
        }

        assertEquals(-1, count);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRankWithAnotherSecretIsRefused(boolean tls) {
        Station one = bench.open(1, settings(tls));
        Station stranger = bench.open(2, GateBench.secret(7), settings(tls));
        stranger.gate.dial(1, one.gate.address());
        bench.until(() -> !stranger.admissions.failures.isEmpty(), "the refusal");

        assertEquals(tls ? Refusal.TLS : Refusal.OTHER_JOB, stranger.admissions.failures.getFirst());
        bench.until(() -> one.gate.strangers() == 0, "the stranger to be sent away");
        assertEquals(0, one.admissions.asked);
    }

    @Test
    void aPlainRankAtAPortWithTlsIsToldSo() {
        Station one = bench.open(1, GateBench.TLS);
        Station plain = bench.open(2, GateBench.PLAIN);
        plain.gate.dial(1, one.gate.address());
        bench.until(() -> !plain.admissions.failures.isEmpty(), "the refusal");

        assertEquals(Refusal.TLS, plain.admissions.failures.getFirst());
        assertTrue(plain.admissions.texts.getFirst().contains("hawser.tcp.tls"), plain.admissions.texts.getFirst());
        assertEquals(0, one.gate.strangers());
        assertEquals(0, one.admissions.asked);
    }

    @Test
    void aRankWithTlsAtAPlainPortIsToldSo() {
        Station one = bench.open(1, GateBench.PLAIN);
        Station encrypted = bench.open(2, GateBench.TLS);
        encrypted.gate.dial(1, one.gate.address());
        bench.until(() -> !encrypted.admissions.failures.isEmpty(), "the refusal");

        assertEquals(Refusal.TLS, encrypted.admissions.failures.getFirst());
        String text = encrypted.admissions.texts.getFirst();
        assertTrue(text.contains("hawser.tcp.tls"), text);
    }

    @Test
    void nobodyAtTheAddressIsAFailureThatNamesIt() throws IOException {
        Station one = bench.open(1, GateBench.PLAIN);
        String address = one.gate.address();
        one.gate.close();
        // The selector lets go of the port when it is used next.
        one.selector.selectNow();
        Station two = bench.open(2, GateBench.PLAIN);
        two.gate.dial(1, address);
        bench.until(() -> !two.admissions.failures.isEmpty(), "the failure");

        assertEquals(Refusal.UNREACHABLE, two.admissions.failures.getFirst());
        assertTrue(two.admissions.texts.getFirst().contains("peer=1 peerHost=" + address),
            two.admissions.texts.getFirst());
    }

    /** Which says nothing about the peer: its connection may come back. */
    @Test
    void anAddressThatTheNetworkKnowsNoWayToIsAnotherFailure() throws IOException {
        Station two = bench.open(2, GateBench.PLAIN);
        // No connection can be made to everybody.
        String everybody = "255.255.255.255:4000";
        two.gate.dial(1, everybody);
        bench.until(() -> !two.admissions.failures.isEmpty(), "the failure");

        assertEquals(Refusal.NO_WAY, two.admissions.failures.getFirst());
        assertFalse(Refusal.NO_WAY.isFinal());
        assertTrue(two.admissions.texts.getFirst().contains("peer=1 peerHost=" + everybody),
            two.admissions.texts.getFirst());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHandshakeThatIsHalfSentEndsWithTheDeadline(boolean tls) throws IOException {
        Station one = bench.open(1, new GateSettings(null, null, new PortRange(0, 0), tls, 8,
            TimeUnit.MILLISECONDS.toNanos(300)));
        SocketChannel silent = bench.connect(one);
        SocketChannel half = bench.connect(one);
        half.write(ByteBuffer.wrap(tls ? new byte[] {22, 3, 1, 0} : new byte[] {'H', 'A', 'W', 'S', 'E', 'R'}));
        bench.until(() -> one.gate.strangers() == 2, "two strangers");

        bench.until(() -> one.gate.strangers() == 0, "their end");
        assertTrue(isEnded(silent));
        assertTrue(isEnded(half));
    }

    /** Whoever waited for the deadline would look at a socket with nothing in it all the time. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDialWhoseConnectionEndsIsOverLongBeforeTheDeadline(boolean tls) throws IOException {
        try (ServerSocketChannel other = ServerSocketChannel.open().bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            Station one = bench.open(1, new GateSettings(null, null, new PortRange(0, 0), tls, 8,
                TimeUnit.HOURS.toNanos(1)));
            one.gate.dial(2, "127.0.0.1:" + ((InetSocketAddress) other.getLocalAddress()).getPort());
            one.drive();
            try (SocketChannel taken = other.accept()) {
                // Its first words are read, so that the end comes in order and not as a reset.
                taken.configureBlocking(false);
                ByteBuffer words = ByteBuffer.allocate(4_096);
                bench.until(() -> read(taken, words) > 0, "the first words");
            }
            bench.until(() -> !one.admissions.failures.isEmpty(), "the end to be seen");
            assertEquals(List.of(Refusal.BROKEN), one.admissions.failures, one.admissions.texts::toString);
        }
    }

    private static int read(SocketChannel channel, ByteBuffer into) {
        try {
            return channel.read(into);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aDialThatIsNeverAnsweredEndsWithTheDeadline() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Station one = bench.open(1, strict(8, 300));
            one.gate.dial(2, Sockets.name(deaf.getLocalSocketAddress()));
            bench.until(() -> !one.admissions.failures.isEmpty(), "the end");

            assertEquals(Refusal.TOO_LATE, one.admissions.failures.getFirst());
        }
    }

    /** A port whose queue is full lets calls vanish, as a host does that has lost its network. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDialToAHostThatIsSilentEndsWithTheDeadline(boolean tls) throws IOException {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<SocketChannel> queue = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                SocketChannel waiting = SocketChannel.open();
                waiting.configureBlocking(false);
                waiting.connect(full.getLocalSocketAddress());
                queue.add(waiting);
            }
            Station one = bench.open(1, new GateSettings(null, null, new PortRange(0, 0), tls, 8,
                TimeUnit.MILLISECONDS.toNanos(300)));
            one.gate.dial(2, Sockets.name(full.getLocalSocketAddress()));
            bench.until(() -> !one.admissions.failures.isEmpty(), "the end");

            assertEquals(Refusal.TOO_LATE, one.admissions.failures.getFirst());
            for (SocketChannel waiting : queue) {
                waiting.close();
            }
        }
    }

    @Test
    void noMoreStrangersThanPlacesAndRanksStillGetIn() throws IOException {
        Station one = bench.open(1, strict(4, 600_000));
        List<SocketChannel> idle = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            idle.add(bench.connect(one));
        }
        bench.until(() -> one.gate.strangers() == 4, "all places to be taken");
        Station two = bench.open(2, GateBench.PLAIN);
        two.gate.dial(1, one.gate.address());
        bench.until(() -> {
            assertTrue(one.gate.strangers() <= 4);
            return !two.admissions.admitted.isEmpty();
        }, "a rank to get in, failures=" + two.admissions.texts);

        assertEquals(2, one.admissions.admitted.getFirst().peer());
    }

    @Test
    void aDialCanBeTakenBack() {
        Station one = bench.open(1, GateBench.PLAIN);
        Station two = bench.open(2, GateBench.PLAIN);
        two.gate.dial(1, one.gate.address());
        two.gate.cancel(1);
        two.gate.dial(1, one.gate.address());
        bench.until(() -> !two.admissions.admitted.isEmpty(), "the second dial");

        bench.until(() -> one.gate.strangers() == 0, "the first to be forgotten");
        assertEquals(1, one.admissions.admitted.size());
        assertEquals(1, two.admissions.admitted.size());
        assertTrue(two.admissions.failures.isEmpty());
    }

    @Test
    void portsAreTakenFromTheRange() {
        PortRange range = new PortRange(42_300, 42_399);
        Station one = bench.open(1, new GateSettings(null, null, range, false, 8, 1_000_000_000L));
        Station two = bench.open(1, new GateSettings(null, null, range, false, 8, 1_000_000_000L));

        for (Station each : List.of(one, two)) {
            int port = each.address().getPort();
            assertTrue(port >= range.first() && port <= range.last(), "port=" + port);
        }
    }

    @Test
    void takenPortsAreAnErrorThatNamesThem() {
        Station one = bench.open(1, GateBench.PLAIN);
        int port = one.address().getPort();
        FabricException e = assertThrows(FabricException.class, () -> bench.open(2,
            new GateSettings(null, null, new PortRange(port, port), false, 8, 1_000_000_000L)));

        assertTrue(e.getMessage().contains("hawser.tcp.ports=" + port), e.getMessage());
        assertTrue(e.getMessage().contains("rank=2 host=127.0.0.1"), e.getMessage());
        assertTrue(e.getMessage().contains("--port-range"), e.getMessage());
    }

    @Test
    void aJobOnOneNodeListensOnTheLoopbackInterfaceOnly() {
        InetSocketAddress address = bench.open(1, GateBench.PLAIN).address();

        assertTrue(address.getAddress().isLoopbackAddress());
    }
}
