package org.hawser.mpi.dynamic;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Encounter;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.Rank;
import org.hawser.runtime.RankAddress;

/**
 * The ports of this process, and the ways in and out: a port is a door ({@link PortDoor}) at which the leaders of two
 * groups make each other's acquaintance. Who connects waits in front of it until somebody accepts.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per call.
 */
public final class Ports {
    /** What the owner of a port says to the caller whom it accepts. */
    private static final int WELCOME = 0x4857_5003;

    private static final Map<String, PortDoor> OPEN = new HashMap<>();
    /** Made where the job has none, as its ranks are threads; else null. */
    private static NodeDirectory directory;
    private static int opened;

    private Ports() {
    }

    /** Opens a port and returns its name. */
    public static synchronized String open() {
        SecureRandom random = new SecureRandom();
        try {
            if (opened == 0) {
                Environment.whenFinishing(Ports::closeAll);
            }
            Rank rank = Environment.rank();
            RankAddress own = rank.address();
            Path place = own.directory();
            if (place == null) {
                if (directory == null) {
                    directory = NodeDirectory.create("ports-" + HexFormat.of().toHexDigits(random.nextInt()));
                }
                place = directory.path();
            }
            byte[] secret = new byte[PortName.SECRET_BYTES];
            random.nextBytes(secret);
            PortDoor door = PortDoor.open(secret, own.node(), own.host(), rank.number(),
                place.resolve("port-" + rank.number() + "-" + ++opened));
            OPEN.put(door.name().toString(), door);
            return door.name().toString();
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.PORT, "no port can be opened: " + e.getMessage(), e);
        }
    }

    /** Closes a port; who waits there is told that nobody will accept. */
    public static synchronized void close(String port) {
        PortDoor door = OPEN.remove(port);
        if (door == null) {
            throw notOpen(port);
        }
        try {
            door.close();
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.PORT, "the port cannot be closed: " + e.getMessage(), e);
        }
    }

    /** Closes all ports, at the end of MPI. */
    private static synchronized void closeAll() {
        for (String port : OPEN.keySet().toArray(new String[0])) {
            close(port);
        }
        if (directory != null) {
            try {
                directory.close();
            } catch (IOException e) {
                throw new MpiFailure(ErrorClass.PORT, "the ports' directory cannot be removed: " + e.getMessage(), e);
            }
            directory = null;
        }
    }

    /** Collective: waits for a group that connects; {@code port} is the root's. */
    public static Communicator accept(Communicator own, String port, int root) {
        try (LeaderSocket socket = new LeaderSocket(() -> awaitClient(own.point(), port, () -> { }))) {
            return Encounter.meet(own, root, socket);
        }
    }

    /** Collective: connects to a group that accepts; {@code port} is the root's. */
    public static Communicator connect(Communicator own, String port, int root) {
        try (LeaderSocket socket = new LeaderSocket(() -> knock(own.point(), port))) {
            return Encounter.meet(own, root, socket);
        }
    }

    /**
     * Waits for a client that knows the secret.
     *
     * @param whileWaiting looks now and then whether waiting makes sense, and throws when it does not
     */
    static PatientSocket awaitClient(PointToPoint point, String port, Runnable whileWaiting) throws IOException {
        PortDoor door;
        synchronized (Ports.class) {
            door = OPEN.get(port);
        }
        if (door == null) {
            throw notOpen(port);
        }
        while (true) {
            PatientSocket client = door.next(point);
            if (client == null) {
                whileWaiting.run();
                PatientSocket.nap(point);
            } else if (isWelcomed(client)) {
                return client;
            }
        }
    }

    /** A client that has gone meanwhile is passed over. */
    private static boolean isWelcomed(PatientSocket client) throws IOException {
        try {
            client.send(new int[] {WELCOME});
            return true;
        } catch (IOException e) {
            client.close();
            return false;
        }
    }

    private static PatientSocket knock(PointToPoint point, String port) throws IOException {
        PortName name = PortName.parse(port);
        long deadline = deadline();
        SocketChannel channel = dial(point, name, deadline);
        try {
            PortGreeting greeting = new PortGreeting(channel, name.secret(), true);
            while (!greeting.advance()) {
                PatientSocket.checkTime(deadline);
                PatientSocket.nap(point);
            }
            PatientSocket socket = new PatientSocket(channel, point, greeting.key(), true);
            int[] answer = socket.receive(deadline);
            if (answer.length != 1 || answer[0] != WELCOME) {
                throw new IOException("it does not answer as one of Hawser's");
            }
            return socket;
        } catch (IOException e) {
            channel.close();
            throw new MpiFailure(ErrorClass.PORT, "the port was closed before anybody accepted, or is another's: port="
                + port + " cause=" + e.getMessage(), e);
        } catch (RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** A connection that does not block, to the node's own socket where it is on this node. */
    private static SocketChannel dial(PointToPoint point, PortName name, long deadline) throws IOException {
        boolean isNear = name.node().equals(Environment.rank().address().node());
        if (!isNear && name.far() == null) {
            throw new MpiFailure(ErrorClass.PORT, "the port is on another host, and its owner listens to none: port="
                + name + "; start that job with hawser.meet=hosts or on several hosts (hawser run --hosts)");
        }
        SocketChannel channel = isNear ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
        try {
            if (isNear) {
                channel.connect(UnixDomainSocketAddress.of(name.socket()));
                channel.configureBlocking(false);
                return channel;
            }
            channel.configureBlocking(false);
            channel.connect(address(name.far()));
            while (!channel.finishConnect()) {
                PatientSocket.checkTime(deadline);
                PatientSocket.nap(point);
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new MpiFailure(ErrorClass.PORT, "no such port, or it is closed"
                + (isNear ? "" : ", or no way leads to its host: host=" + name.far()) + ": port=" + name + " cause="
                + e.getMessage(), e);
        }
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, colon).replace("[", "").replace("]", "");
        return new InetSocketAddress(InetAddress.ofLiteral(host), Integer.parseInt(text.substring(colon + 1)));
    }

    static long patienceSeconds() {
        return Settings.number("hawser.mpi.connect", 60, 1, 1_000_000);
    }

    private static long deadline() {
        return System.nanoTime() + patienceSeconds() * 1_000_000_000L;
    }

    private static MpiFailure notOpen(String port) {
        return new MpiFailure(ErrorClass.PORT, "not a port that this process has open: port=" + port);
    }
}
