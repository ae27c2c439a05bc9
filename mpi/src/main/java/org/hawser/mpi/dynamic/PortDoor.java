package org.hawser.mpi.dynamic;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.hawser.fabric.PortRange;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.settings.Settings;

/**
 * Where one port listens: at a socket in a directory that only this user can enter, and, where other hosts may come,
 * at an address of the job's interface. Callers are let in when they have proved that they know the port's secret.
 * Those that have not have a limited number of places and a limited time; others wait in the kernel's queues, and so do
 * all while nobody accepts.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per caller.
 */
final class PortDoor implements AutoCloseable {
    private static final int QUEUE = 128;

    private final PortName name;
    private final ServerSocketChannel near;
    private final ServerSocketChannel far;
    private final int places = (int) Settings.number("hawser.tcp.strangers", 64, 1, 65_536);
    private final long patienceNanos = Settings.number("hawser.tcp.handshake", 10, 1, 3_600) * 1_000_000_000L;
    /** Callers that have not proved themselves, the oldest first. */
    private final List<Caller> callers = new ArrayList<>();

    /** Somebody at the door. */
    private record Caller(SocketChannel channel, PortGreeting greeting, long since) {
    }

    private PortDoor(PortName name, ServerSocketChannel near, ServerSocketChannel far) {
        this.name = name;
        this.near = near;
        this.far = far;
    }

    /**
     * Opens a door.
     *
     * @param address where to listen to other hosts; null when they shall not come
     * @param number  this process's, by which those of one host begin their search for a free port at different ones
     */
    static PortDoor open(byte[] secret, String node, String address, int number, Path socket) throws IOException {
        ServerSocketChannel near = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        ServerSocketChannel far = null;
        try {
            near.bind(UnixDomainSocketAddress.of(socket), QUEUE);
            near.configureBlocking(false);
            String reached = null;
            if (address != null) {
                far = ServerSocketChannel.open();
                reached = bind(far, address, number);
                far.configureBlocking(false);
            }
            return new PortDoor(new PortName(secret, node, reached, socket), near, far);
        } catch (IOException | RuntimeException e) {
            near.close();
            if (far != null) {
                far.close();
            }
            throw e;
        }
    }

    private static String bind(ServerSocketChannel server, String address, int number) throws IOException {
        InetAddress at = InetAddress.ofLiteral(address);
        PortRange ports = PortRange.parse(Settings.text("hawser.tcp.ports", "0"));
        for (int attempt = 0; attempt < ports.count(); attempt++) {
            try {
                server.bind(new InetSocketAddress(at, ports.port(number, attempt)), QUEUE);
                return (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":"
                    + ((InetSocketAddress) server.getLocalAddress()).getPort();
            } catch (BindException e) {
                // The next one may be free.
                continue;
            }
        }
        throw new IOException("no port of this host is free: hawser.tcp.ports=" + ports + " host=" + address
            + "; give a wider range (hawser run --port-range)");
    }

    PortName name() {
        return name;
    }

    /** The next caller that has proved itself; null when there is none at the moment. */
    synchronized PatientSocket next(PointToPoint point) throws IOException {
        take(near);
        if (far != null) {
            take(far);
        }
        for (Iterator<Caller> all = callers.iterator(); all.hasNext();) {
            Caller caller = all.next();
            try {
                if (caller.greeting.advance()) {
                    all.remove();
                    return new PatientSocket(caller.channel, point, caller.greeting.key(), false);
                }
                if (System.nanoTime() - caller.since > patienceNanos) {
                    all.remove();
                    caller.channel.close();
                }
            } catch (IOException e) {
                // It does not know the secret, or has gone: passed over.
                all.remove();
                caller.channel.close();
            }
        }
        return null;
    }

    private void take(ServerSocketChannel server) throws IOException {
        while (callers.size() < places) {
            SocketChannel channel = server.accept();
            if (channel == null) {
                return;
            }
            channel.configureBlocking(false);
            callers.add(new Caller(channel, new PortGreeting(channel, name.secret(), false), System.nanoTime()));
        }
    }

    @Override
    public synchronized void close() throws IOException {
        near.close();
        Files.deleteIfExists(name.socket());
        if (far != null) {
            far.close();
        }
        for (Caller caller : callers) {
            caller.channel.close();
        }
        callers.clear();
    }
}
