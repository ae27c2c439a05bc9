package org.hawser.launcher.job;

import java.io.DataInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.hawser.launcher.agent.AgentAddresses;
import org.hawser.launcher.agent.AgentChannel;
import org.hawser.launcher.agent.AgentHello;
import org.hawser.launcher.agent.Frame;
import org.hawser.launcher.agent.FrameKind;
import org.hawser.launcher.agent.HostOrder;
import org.hawser.launcher.agent.HostPart;
import org.hawser.launcher.agent.SpawnTunnel;
import org.hawser.launcher.host.LocalNames;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.runtime.launch.OutputTag;
import org.hawser.runtime.spawn.SpawnException;

/**
 * Looks after the ranks of a job on one host, for a launcher on another. Its standard input and output are the channel
 * between the two, over which everything goes: what to run, the job's secret, output, addresses, ends. When the channel
 * closes, and however this process is asked to end, it ends its ranks and clears away what they had; when it is killed,
 * they notice and do so themselves.
 *
 * <p><b>Threads:</b> the main thread reads the channel; ranks' output and ends come on others.
 */
public final class HostAgent {
    private static final long TERMINATE_MILLIS = 2_000;
    private static final long DRAIN_MILLIS = 1_000;
    /** A launcher that was stopped for a while is no reason to end its job. */
    private static final int PATIENCE_FACTOR = 4;
    private static final int PIECE = 4096;

    private final AgentChannel channel;
    private final CountDownLatch started = new CountDownLatch(1);
    private final BlockingQueue<byte[]> input = new LinkedBlockingQueue<>();
    private final Map<Integer, SpawnTunnel> tunnels = new ConcurrentHashMap<>();
    private final AtomicInteger conversations = new AtomicInteger();
    private volatile LocalHost host;
    private AgentAddresses addresses;

    private HostAgent(AgentChannel channel) {
        this.channel = channel;
    }

    /**
     * Serves one job.
     *
     * @param arguments none
     * @throws IOException when nobody hears the first word
     */
    public static void main(String[] arguments) throws IOException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        // A stray line on the channel would be taken for a frame.
        System.setOut(System.err);
        out.write(new AgentHello(AgentHello.PROTOCOL, Installation.VERSION, LocalNames.own()).line());
        HostAgent agent = new HostAgent(new AgentChannel(new FileInputStream(FileDescriptor.in), out));
        Runtime.getRuntime().addShutdownHook(new Thread(agent::end, "hawser-agent-end"));
        System.exit(agent.serve());
    }

    private int serve() {
        try {
            Frame first = channel.read();
            if (first == null) {
                return 0;
            }
            if (first.kind() != FrameKind.ORDER) {
                throw new IOException("an order was expected: kind=" + first.kind());
            }
            obey(first.open());
            for (Frame frame = channel.read(); frame != null && frame.kind() != FrameKind.BYE;
                    frame = channel.read()) {
                take(frame);
            }
            return 0;
        } catch (IOException | RuntimeException e) {
            System.err.println("hawser: the agent on " + LocalNames.own() + " ends: " + e.getMessage());
            return 1;
        }
    }

    private void obey(DataInputStream in) throws IOException {
        HostOrder.Place place = HostOrder.Place.decode(in);
        channel.start("hawser-agent", place.patience() * PATIENCE_FACTOR, () -> System.exit(1));
        if (!place.parent().isEmpty()) {
            System.setProperty("hawser.shm.dir", place.parent());
        }
        try {
            NodeDirectory directory = NodeDirectory.create(place.name());
            try {
                start(HostOrder.decode(in, place, directory.path()), directory);
            } finally {
                if (host == null) {
                    directory.close();
                }
            }
        } catch (IOException | RuntimeException e) {
            String what = e instanceof HostException ? e.getMessage() : "cannot start ranks there: " + e;
            channel.send(Frame.of(FrameKind.REFUSED, out -> out.writeUTF(what)));
        }
    }

    private void start(HostPart part, NodeDirectory directory) throws IOException {
        JobSpec spec = part.spec();
        if (!Program.isThere(spec.main(), spec.classPath())) {
            throw new HostException("class not found there: " + spec.main() + " class path="
                + spec.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))
                + " (the program must be at the same path on every host)");
        }
        addresses = new AgentAddresses(channel, part.nodes().size());
        host = new LocalHost(part, null, directory, new OutputPumps(Piece::new), this::report);
        if (part.spawn() != null) {
            findPrograms(host);
        }
        host.start(addresses, Redirect.PIPE, this::passOn, OutputTag.NONE);
        List<RankProcess> ranks = host.ranks();
        channel.send(Frame.of(FrameKind.STARTED, out -> {
            out.writeInt(ranks.size());
            for (RankProcess rank : ranks) {
                out.writeInt(rank.rank());
                out.writeLong(rank.pid());
            }
        }));
        started.countDown();
        if (part.readsInput()) {
            Thread.ofPlatform().daemon().name("hawser-input").start(() -> passInput(ranks.getFirst().input()));
        }
    }

    private static void findPrograms(LocalHost host) throws HostException {
        try {
            host.findPrograms();
        } catch (SpawnException e) {
            throw new HostException(e.getMessage());
        }
    }

    private void take(Frame frame) throws IOException {
        switch (frame.kind()) {
            case INPUT -> input.add(frame.body());
            case VALUE -> addresses.answer(frame);
            case SPAWN -> {
                DataInputStream in = frame.open();
                SpawnTunnel tunnel = tunnels.get(in.readInt());
                if (tunnel != null) {
                    tunnel.take(in.readAllBytes());
                }
            }
            case ASK_OUTLIVING -> {
                boolean all = host != null && host.ranksOutlive();
                channel.send(Frame.of(FrameKind.OUTLIVING, out -> out.writeBoolean(all)));
            }
            case TERMINATE -> {
                if (host != null) {
                    host.terminate();
                }
            }
            case KILL -> {
                if (host != null) {
                    host.kill();
                }
            }
            default -> throw new IOException("a launcher does not say this: kind=" + frame.kind());
        }
    }

    /** Passes what a rank says that asks for further ranks to the launcher, and back what that says. */
    private void passOn(InputStream in, OutputStream out) throws IOException {
        int number = conversations.incrementAndGet();
        SpawnTunnel tunnel = new SpawnTunnel(channel, number);
        tunnels.put(number, tunnel);
        Thread.startVirtualThread(() -> {
            try (out) {
                copy(tunnel.in(), out);
            } catch (IOException e) {
                // The rank does not listen any more, and what it asked for goes with it.
                return;
            }
        });
        try {
            copy(in, tunnel.out());
        } finally {
            tunnels.remove(number);
            tunnel.close();
        }
    }

    private static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] piece = new byte[PIECE];
        for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
            out.write(piece, 0, count);
        }
    }

    private void passInput(OutputStream rank) {
        try (rank) {
            for (byte[] piece = input.take(); piece.length > 0; piece = input.take()) {
                rank.write(piece);
                rank.flush();
                channel.send(Frame.of(FrameKind.TAKEN));
            }
        } catch (IOException | InterruptedException e) {
            // The rank does not read any more.
            Thread.currentThread().interrupt();
        }
    }

    /** Tells of a rank's end, after all that it wrote. */
    private void report(RankProcess rank) {
        Thread.startVirtualThread(() -> {
            try {
                rank.drain(DRAIN_MILLIS);
                started.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            channel.send(Frame.of(FrameKind.ENDED, out -> {
                out.writeInt(rank.rank());
                out.writeInt(rank.exitCode());
            }));
        });
    }

    /** Ends what still runs and clears away. */
    private void end() {
        LocalHost here = host;
        if (here == null) {
            return;
        }
        here.terminate();
        if (!awaitEnd(here)) {
            here.kill();
            awaitEnd(here);
        }
        try {
            here.close();
        } catch (IOException e) {
            System.err.println("hawser: cannot clear away on " + LocalNames.own() + ": " + e.getMessage()
                + " (the next start there tries again)");
        }
    }

    private static boolean awaitEnd(LocalHost host) {
        long deadline = System.nanoTime() + TERMINATE_MILLIS * 1_000_000;
        try {
            for (RankProcess rank : host.ranks()) {
                if (!rank.waitFor(deadline - System.nanoTime())) {
                    return false;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Takes what a rank writes to one of its streams and passes it on as it comes. */
    private final class Piece extends OutputStream {
        private final int rank;
        private final boolean error;

        Piece(int job, int rank, boolean error) {
            this.rank = rank;
            this.error = error;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                // The launcher knows no rank before all are started.
                started.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException("interrupted: rank=" + rank);
            }
            channel.sendBulk(Frame.of(FrameKind.OUTPUT, out -> {
                out.writeInt(rank);
                out.writeBoolean(error);
                out.write(bytes, offset, length);
            }));
        }
    }
}
