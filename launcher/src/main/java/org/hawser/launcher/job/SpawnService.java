package org.hawser.launcher.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Takes the ranks' requests for further ranks, at a socket in the job's directory, which only this user can enter.
 *
 * <p><b>Threads:</b> one daemon thread waits for requests, and one serves each.
 */
final class SpawnService implements AutoCloseable {
    /** Serves one request: the launcher itself does, or an agent that passes it on. */
    @FunctionalInterface
    interface Desk {
        /** Holds the whole conversation; see {@link org.hawser.runtime.spawn.LauncherProtocol}. */
        void serve(InputStream in, OutputStream out) throws IOException;
    }

    private static final String FILE_NAME = "launcher";

    private final ServerSocketChannel server;
    private final Desk desk;

    private SpawnService(ServerSocketChannel server, Desk desk) {
        this.server = server;
        this.desk = desk;
    }

    /** Where the socket of a job with this directory is. */
    static Path socketIn(Path directory) {
        return directory.resolve(FILE_NAME);
    }

    /** Opens the socket; requests are served from then on. */
    static SpawnService open(Path directory, Desk desk) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socketIn(directory)));
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        SpawnService service = new SpawnService(server, desk);
        daemon("hawser-spawn", service::serve);
        return service;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void serve() {
        try {
            while (true) {
                SocketChannel rank = server.accept();
                daemon("hawser-spawn-request", () -> answer(rank));
            }
        } catch (IOException e) {
            // The job ends, and with it the service.
            Thread.currentThread().interrupt();
        }
    }

    private void answer(SocketChannel rank) {
        try (rank; InputStream in = Channels.newInputStream(rank); OutputStream out = Channels.newOutputStream(rank)) {
            desk.serve(in, out);
        } catch (IOException e) {
            // The rank that asked is gone: what it asked for goes too.
            Thread.currentThread().interrupt();
        }
    }

    private static void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }
}
