package org.hawser.runtime.spawn;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Asks the launcher to start ranks, over a socket in the job's directory.
 *
 * <p><b>Threads:</b> any.
 */
final class LauncherSpawner implements Spawner {
    private final String socket;

    LauncherSpawner(String socket) {
        this.socket = socket;
    }

    @Override
    public Children start(SpawnRequest request) throws SpawnException {
        try {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                channel.connect(UnixDomainSocketAddress.of(Path.of(socket)));
                return ask(channel, request);
            } catch (IOException | SpawnException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new SpawnException(-1, "the launcher does not answer: socket=" + socket + " cause="
                + e.getMessage());
        }
    }

    @Override
    public boolean knowsHosts() {
        return true;
    }

    private static Children ask(SocketChannel channel, SpawnRequest request) throws IOException, SpawnException {
        DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel));
        request.encode(out);
        out.flush();
        DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
        LauncherProtocol.readReply(in);
        channel.configureBlocking(false);
        return new Answer(channel);
    }

    /** Ranks that the launcher has started and looks after; it says when one has ended. */
    private record Answer(SocketChannel channel) implements Children {
        @Override
        public boolean run() {
            try {
                return channel.read(ByteBuffer.allocate(1)) == 0;
            } catch (IOException e) {
                // The launcher is gone, and the ranks with it.
                return false;
            }
        }

        @Override
        public void joined() {
            try (channel) {
                channel.write(ByteBuffer.wrap(new byte[] {LauncherProtocol.JOINED}));
            } catch (IOException e) {
                throw new IllegalStateException("the launcher is gone", e);
            }
        }

        @Override
        public void abandon() {
            try {
                // The launcher takes the end of the channel for the end of the ranks.
                channel.close();
            } catch (IOException e) {
                throw new IllegalStateException("the launcher is gone", e);
            }
        }
    }
}
