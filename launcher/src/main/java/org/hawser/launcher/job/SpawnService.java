package org.hawser.launcher.job;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.hawser.runtime.spawn.LauncherProtocol;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnRequest;

/**
 * Takes the ranks' requests for further ranks, at a socket in the job's directory, which only this user can enter.
 *
 * <p><b>Threads:</b> one daemon thread waits for requests, and one serves each.
 */
final class SpawnService implements AutoCloseable {
    /** Starts the ranks of a request. */
    @FunctionalInterface
    interface Starter {
        SpawnedJob start(SpawnRequest request) throws SpawnException;
    }

    private static final String FILE_NAME = "launcher";

    private final ServerSocketChannel server;
    private final Starter starter;

    private SpawnService(ServerSocketChannel server, Starter starter) {
        this.server = server;
        this.starter = starter;
    }

    /** Where the socket of a job with this directory is. */
    static Path socketIn(Path directory) {
        return directory.resolve(FILE_NAME);
    }

    /** Opens the socket; requests are served from then on. */
    static SpawnService open(Path directory, Starter starter) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socketIn(directory)));
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        SpawnService service = new SpawnService(server, starter);
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
        SpawnedJob started = null;
        try (rank; DataInputStream in = new DataInputStream(Channels.newInputStream(rank));
                DataOutputStream out = new DataOutputStream(
                    new BufferedOutputStream(Channels.newOutputStream(rank)))) {
            try {
                started = starter.start(SpawnRequest.decode(in));
                LauncherProtocol.writeStarted(out, started.processes());
            } catch (SpawnException e) {
                LauncherProtocol.writeRefused(out, e);
            } catch (RuntimeException e) {
                LauncherProtocol.writeRefused(out, new SpawnException(-1, "the launcher cannot do it: " + e));
            }
            out.flush();
            if (started != null && in.read() == LauncherProtocol.JOINED) {
                started.join();
            }
        } catch (IOException e) {
            // The rank that asked is gone: what it asked for goes too.
            Thread.currentThread().interrupt();
        } finally {
            if (started != null && started.isOnTrial()) {
                started.abandon();
            }
        }
    }

    private static void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }
}
