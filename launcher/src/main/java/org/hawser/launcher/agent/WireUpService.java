package org.hawser.launcher.agent;

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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hawser.runtime.wireup.LauncherDialogue;
import org.hawser.runtime.wireup.LauncherDialogue.Item;

/**
 * Lets the ranks of this host publish and look up addresses and learn the job's secret, at a socket in the node's
 * directory, which only this user can enter.
 *
 * <p><b>Threads:</b> one daemon thread waits for requests; each is served by a virtual thread, since it may wait long.
 */
public final class WireUpService implements AutoCloseable {
    private final ServerSocketChannel server;
    private final AddressBook addresses;
    private final byte[] secret;
    private final int size;

    private WireUpService(ServerSocketChannel server, AddressBook addresses, byte[] secret, int size) {
        this.server = server;
        this.addresses = addresses;
        this.secret = secret;
        this.size = size;
    }

    /**
     * Opens the socket; requests are served from then on.
     *
     * @param size the ranks of the job
     * @throws IOException when it cannot be made
     */
    public static WireUpService open(Path directory, AddressBook addresses, byte[] secret, int size)
            throws IOException {
        Path socket = LauncherDialogue.socketIn(directory);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException | RuntimeException e) {
            server.close();
            throw new IOException("cannot make the socket at which ranks find each other: socket=" + socket
                + " cause=" + e.getMessage() + " (a shorter HAWSER_SHM_DIR makes its name shorter)", e);
        }
        WireUpService service = new WireUpService(server, addresses, secret, size);
        Thread thread = new Thread(service::serve, "hawser-wireup");
        thread.setDaemon(true);
        thread.start();
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
                Thread.startVirtualThread(() -> answer(rank));
            }
        } catch (IOException e) {
            // The job ends, and with it the service.
            Thread.currentThread().interrupt();
        }
    }

    private void answer(SocketChannel rank) {
        try (rank; DataInputStream in = new DataInputStream(Channels.newInputStream(rank));
                DataOutputStream out = new DataOutputStream(
                    new BufferedOutputStream(Channels.newOutputStream(rank)))) {
            switch (in.read()) {
                case LauncherDialogue.PUBLISH -> {
                    Item said = Item.decode(in, size, true);
                    addresses.publish(said.rank(), said.key(), said.value());
                    out.writeByte(LauncherDialogue.DONE);
                }
                case LauncherDialogue.LOOKUP -> lookUp(Item.decode(in, size, false), in.readLong(), out);
                case LauncherDialogue.SECRET -> {
                    out.writeByte(LauncherDialogue.DONE);
                    out.write(secret);
                }
                default -> {
                    return;
                }
            }
            out.flush();
        } catch (IOException | InterruptedException | ExecutionException e) {
            // The rank is gone, or speaks another language: it finds the connection closed.
            Thread.currentThread().interrupt();
        }
    }

    private void lookUp(Item asked, long millis, DataOutputStream out)
            throws IOException, InterruptedException, ExecutionException {
        try {
            String value = addresses.lookup(asked.rank(), asked.key()).get(millis, TimeUnit.MILLISECONDS);
            out.writeByte(value == null ? LauncherDialogue.GONE : LauncherDialogue.DONE);
            if (value != null) {
                out.writeUTF(value);
            }
        } catch (TimeoutException e) {
            out.writeByte(LauncherDialogue.LATE);
        }
    }
}
