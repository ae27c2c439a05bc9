package org.hawser.mpi.dynamic;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
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

/**
 * The ports of this process, and the ways in and out: a port is a socket in a directory that only this user can enter,
 * over which the leaders of two groups make each other's acquaintance. Who connects waits in the socket's queue until
 * somebody accepts.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per call.
 */
public final class Ports {
    private static final int QUEUE = 128;
    /** What a client says first, before the secret; its version is the last digit. */
    private static final int HELLO = 0x4857_5001;
    private static final int WELCOME = 0x4857_5002;

    private static final Map<String, ServerSocketChannel> OPEN = new HashMap<>();
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
            Path place = rank.address().directory();
            if (place == null) {
                if (directory == null) {
                    directory = NodeDirectory.create("ports-" + HexFormat.of().toHexDigits(random.nextInt()));
                }
                place = directory.path();
            }
            PortName name = new PortName(random.nextLong(), place.resolve("port-" + rank.number() + "-" + ++opened));
            ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                server.bind(UnixDomainSocketAddress.of(name.socket()), QUEUE);
                server.configureBlocking(false);
            } catch (IOException | RuntimeException e) {
                server.close();
                throw e;
            }
            OPEN.put(name.toString(), server);
            return name.toString();
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.PORT, "no port can be opened: " + e.getMessage(), e);
        }
    }

    /** Closes a port; who waits there is told that nobody will accept. */
    public static synchronized void close(String port) {
        ServerSocketChannel server = OPEN.remove(port);
        if (server == null) {
            throw notOpen(port);
        }
        try {
            server.close();
            Files.deleteIfExists(PortName.parse(port).socket());
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
        ServerSocketChannel server;
        synchronized (Ports.class) {
            server = OPEN.get(port);
        }
        if (server == null) {
            throw notOpen(port);
        }
        long secret = PortName.parse(port).secret();
        while (true) {
            SocketChannel client = server.accept();
            if (client == null) {
                whileWaiting.run();
                PatientSocket.nap(point);
                continue;
            }
            PatientSocket socket = new PatientSocket(client, point);
            if (isWelcome(socket, secret)) {
                return socket;
            }
            socket.close();
        }
    }

    /** A client that has gone, or that does not know the secret, is passed over. */
    private static boolean isWelcome(PatientSocket socket, long secret) {
        try {
            int[] hello = socket.receive(deadline());
            if (hello.length != 3 || hello[0] != HELLO || hello[1] != (int) (secret >>> 32)
                    || hello[2] != (int) secret) {
                return false;
            }
            socket.send(new int[] {WELCOME});
            return true;
        } catch (IOException | MpiFailure e) {
            return false;
        }
    }

    private static PatientSocket knock(PointToPoint point, String port) throws IOException {
        PortName name = PortName.parse(port);
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(name.socket()));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new MpiFailure(ErrorClass.PORT, "no such port, or it is closed: port=" + port, e);
        }
        PatientSocket socket = new PatientSocket(channel, point);
        try {
            socket.send(new int[] {HELLO, (int) (name.secret() >>> 32), (int) name.secret()});
            int[] answer = socket.receive(deadline());
            if (answer.length != 1 || answer[0] != WELCOME) {
                throw new MpiFailure(ErrorClass.PORT, "the port does not answer as one of Hawser's: port=" + port);
            }
            return socket;
        } catch (IOException e) {
            socket.close();
            throw new MpiFailure(ErrorClass.PORT, "the port was closed before anybody accepted: port=" + port, e);
        } catch (MpiFailure e) {
            socket.close();
            throw e;
        }
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
