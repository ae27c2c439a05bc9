package org.hawser.runtime.wireup;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.WireUp;

/**
 * Ranks of a job on several hosts find each other through their launcher: the agent that started a rank takes what the
 * rank says, passes it on, and brings what others said. The job's secret comes the same way.
 *
 * <p><b>Threads:</b> any; each call has a connection of its own, so one that waits holds up no other.
 */
final class LauncherWireUp implements WireUp {
    /** The value of {@code HAWSER_WIREUP} that asks for it. */
    static final String NAME = "launcher";

    private static final long MARGIN_MILLIS = 1_000;

    private final int rank;
    private final Path socket;

    LauncherWireUp(int rank, Path directory) {
        this.rank = rank;
        this.socket = LauncherDialogue.socketIn(directory);
    }

    @Override
    public void publish(String key, String value) {
        ask("leave an address for the other ranks", (out, in) -> {
            out.writeByte(LauncherDialogue.PUBLISH);
            new LauncherDialogue.Item(rank, key, value).encode(out);
            out.flush();
            return expectDone(in);
        });
    }

    @Override
    public void commit() {
        // What is published is known at once.
    }

    @Override
    public String lookup(int peer, String key) {
        Patience patience = new Patience();
        return ask("learn where rank " + peer + " is", (out, in) -> {
            out.writeByte(LauncherDialogue.LOOKUP);
            new LauncherDialogue.Item(peer, key, null).encode(out);
            out.writeLong(patience.millis());
            out.flush();
            return switch (in.readByte()) {
                case LauncherDialogue.DONE -> in.readUTF();
                case LauncherDialogue.GONE -> throw new FabricException(FabricException.Severity.PEER_LOST,
                    "a rank has ended before it could be reached: peer=" + peer + " rank=" + rank);
                default -> throw new FabricException(FabricException.Severity.PEER_LOST,
                    "a rank has not come to its job: peer=" + peer + " rank=" + rank + " waited=" + patience);
            };
        });
    }

    @Override
    public byte[] secret() {
        return ask("learn the job's secret", (out, in) -> {
            out.writeByte(LauncherDialogue.SECRET);
            out.flush();
            expectDone(in);
            byte[] secret = new byte[SECRET_BYTES];
            in.readFully(secret);
            return secret;
        });
    }

    @Override
    public void close() {
        // No connection is kept.
    }

    private static Void expectDone(DataInputStream in) throws IOException {
        int answer = in.readByte();
        if (answer != LauncherDialogue.DONE) {
            throw new IOException("a malformed answer of the launcher: answer=" + answer);
        }
        return null;
    }

    /** Waits for the agent a little longer than it may wait itself for another rank. */
    private <T> T ask(String what, Conversation<T> conversation) {
        Patience patience = new Patience();
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            CountDownLatch over = new CountDownLatch(1);
            closeUnlessOver(channel, over, patience.millis() + MARGIN_MILLIS);
            try {
                channel.connect(UnixDomainSocketAddress.of(socket));
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(
                    Channels.newOutputStream(channel)));
                return conversation.hold(out, new DataInputStream(Channels.newInputStream(channel)));
            } finally {
                over.countDown();
            }
        } catch (ClosedChannelException e) {
            throw new FabricException(FabricException.Severity.FATAL, "the launcher's agent on this host does not "
                + "answer a rank that wants to " + what + ": rank=" + rank + " socket=" + socket + " waited="
                + patience, e);
        } catch (IOException e) {
            throw new UncheckedIOException("the launcher's agent on this host does not let a rank " + what + ": rank="
                + rank + " socket=" + socket + " cause=" + e.getMessage(), e);
        }
    }

    /** Closes a connection after a while, unless its conversation is over. */
    private static void closeUnlessOver(SocketChannel channel, CountDownLatch over, long millis) {
        Thread.ofPlatform().daemon().name("hawser-wireup-limit").start(() -> {
            try {
                if (!over.await(millis, TimeUnit.MILLISECONDS)) {
                    channel.close();
                }
            } catch (InterruptedException | IOException e) {
                // Nobody does the one; after the other it is closed all the same.
                return;
            }
        });
    }

    /** A request and its answer. */
    @FunctionalInterface
    private interface Conversation<T> {
        T hold(DataOutputStream out, DataInputStream in) throws IOException;
    }
}
