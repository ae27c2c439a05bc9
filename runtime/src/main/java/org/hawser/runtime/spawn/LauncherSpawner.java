package org.hawser.runtime.spawn;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
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

    private static Children ask(SocketChannel channel, SpawnRequest request) throws IOException, SpawnException {
        DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel));
        request.encode(out);
        out.flush();
        DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
        long[] processes = LauncherProtocol.readReply(in);
        return new Answer(channel, out, processes);
    }

    /** Ranks that the launcher has started and looks after. */
    private record Answer(SocketChannel channel, DataOutputStream out, long[] processes) implements Children {
        @Override
        public boolean run() {
            for (long process : processes) {
                if (ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void joined() {
            try (channel) {
                out.writeByte(LauncherProtocol.JOINED);
                out.flush();
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
