package org.hawser.fabric.tcp.gate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.hawser.fabric.PortRange;

/** Some gates of one process, driven by the test's own thread. */
final class GateBench implements AutoCloseable {
    static final GateSettings PLAIN = new GateSettings(null, null, new PortRange(0, 0), false, 64,
        TimeUnit.SECONDS.toNanos(20));
    static final GateSettings TLS = new GateSettings(null, null, new PortRange(0, 0), true, 64,
        TimeUnit.SECONDS.toNanos(20));

    private final List<Station> stations = new ArrayList<>();
    private final List<SocketChannel> raw = new ArrayList<>();

    /** A gate with its selector, and what it has told. */
    static final class Station implements AutoCloseable {
        final Selector selector;
        final RecordedAdmissions admissions;
        final Gate gate;

        Station(int rank, int size, byte[] secret, GateSettings settings) {
            try {
                selector = Selector.open();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            admissions = new RecordedAdmissions(rank * 100L);
            gate = Gate.open(rank, size, true, secret, settings, selector, admissions);
        }

        void drive() {
            try {
                gate.tend();
                selector.selectNow(gate::serve);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        InetSocketAddress address() {
            return ListenAddress.parse(gate.address());
        }

        Wire wire() {
            return admissions.admitted.getLast().wire();
        }

        @Override
        public void close() {
            gate.close();
            admissions.admitted.forEach(each -> each.wire().close());
            try {
                selector.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static byte[] secret(int seed) {
        byte[] secret = new byte[32];
        new Random(seed).nextBytes(secret);
        return secret;
    }

    Station open(int rank, GateSettings settings) {
        return open(rank, secret(1), settings);
    }

    Station open(int rank, byte[] secret, GateSettings settings) {
        Station station = new Station(rank, 4, secret, settings);
        stations.add(station);
        return station;
    }

    /** A connection that is no rank's. */
    SocketChannel connect(Station to) throws IOException {
        SocketChannel channel = SocketChannel.open(to.address());
        raw.add(channel);
        return channel;
    }

    /** Drives all gates until something has happened. */
    void until(BooleanSupplier happened, String what) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!happened.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "waited too long for " + what);
            stations.forEach(Station::drive);
            Thread.onSpinWait();
        }
    }

    /** Dials, and drives until both have been admitted. */
    void join(Station dialler, int peer, Station acceptor) {
        int before = acceptor.admissions.admitted.size();
        int dials = dialler.admissions.admitted.size();
        dialler.gate.dial(peer, acceptor.gate.address());
        until(() -> acceptor.admissions.admitted.size() > before && dialler.admissions.admitted.size() > dials,
            "both to be admitted; failures=" + dialler.admissions.texts);
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : raw) {
            channel.close();
        }
        stations.forEach(Station::close);
    }
}
