package org.hawser.launcher.job;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.hawser.launcher.agent.AgentChannel;
import org.hawser.launcher.agent.AgentHello;
import org.hawser.launcher.agent.Frame;
import org.hawser.launcher.agent.FrameKind;
import org.hawser.launcher.agent.HostOrder;
import org.hawser.launcher.agent.HostPart;
import org.hawser.launcher.agent.JobAddresses;
import org.hawser.launcher.agent.SpawnTunnel;
import org.hawser.launcher.host.LocalNames;
import org.hawser.launcher.host.RemoteShell;
import org.hawser.runtime.launch.LineBuffer;
import org.hawser.runtime.launch.LineSink;
import org.hawser.runtime.wireup.LauncherDialogue.Item;

/**
 * Ranks of a job on another host, where an agent looks after them that a remote shell has started. When the agent, the
 * shell or the host is lost, all ranks there count as ended by {@code SIGKILL}.
 *
 * <p><b>Threads:</b> any; one of its own reads what the agent says, and one what the remote shell does.
 */
final class RemoteHost implements Host {
    private static final int KILLED = Failure.SIGNAL_BASE + 9;
    private static final long END_MILLIS = 3_000;
    private static final long ANSWER_MILLIS = 2_000;
    private static final long EXIT_MILLIS = 1_000;
    private static final int SAID_LINES = 8;
    private static final int SAID_PIECE = 4096;
    private static final int INPUT_PIECES = 16;

    private final String name;
    private final RemoteShell shell;
    private final HostPart part;
    private final SpawnedJob job;
    private final SpawnService.Desk spawn;
    /** Conversations of ranks there that ask for further ranks, by number. */
    private final Map<Integer, SpawnTunnel> tunnels = new ConcurrentHashMap<>();
    private final OutputSink output;
    private final JobAddresses addresses;
    private final Consumer<? super RemoteRank> ended;
    private final Map<Integer, RemoteRank> ranks = new ConcurrentSkipListMap<>();
    private final OutputTail said = new OutputTail();
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final Semaphore inputRoom = new Semaphore(INPUT_PIECES);
    private final AtomicBoolean lost = new AtomicBoolean();
    private volatile CompletableFuture<Boolean> outliving;
    private volatile Process process;
    private volatile AgentChannel channel;
    private volatile boolean leaving;

    /**
     * A host where nothing runs so far.
     *
     * @param job   the job that ranks asked for, or null
     * @param spawn serves the requests of ranks there for further ranks
     */
    RemoteHost(String name, RemoteShell shell, HostPart part, SpawnedJob job, SpawnService.Desk spawn,
               OutputSink output, JobAddresses addresses, Consumer<? super RemoteRank> ended) {
        this.name = name;
        this.shell = shell;
        this.part = part;
        this.job = job;
        this.spawn = spawn;
        this.output = output;
        this.addresses = addresses;
        this.ended = ended;
    }

    /**
     * Starts the agent and hears its first words.
     *
     * @throws HostException when there is none, or one that speaks another language
     */
    void connect() throws HostException {
        try {
            process = new ProcessBuilder(shell.agentOn(name)).start();
        } catch (IOException e) {
            throw HostTrouble.noShell(shell, name, e.getMessage());
        }
        if (leaving) {
            destroy();
        }
        Thread listener = daemon("-said", this::listenToShell);
        InputStream in = new BufferedInputStream(process.getInputStream());
        AgentHello hello = hello(in);
        if (hello == null) {
            throw noAgent(listener);
        }
        if (hello.protocol() != AgentHello.PROTOCOL || !hello.version().equals(Installation.VERSION)) {
            process.destroy();
            throw HostTrouble.otherVersion(name, hello.version(), LocalNames.own(), Installation.VERSION);
        }
        channel = new AgentChannel(in, process.getOutputStream());
        channel.start("hawser-host-" + name, part.patience(),
            () -> lose("no word from its agent for " + part.patience() + " s (hawser.hosts.patience)"));
        daemon("-reader", this::readAll);
    }

    private static AgentHello hello(InputStream in) {
        try {
            return AgentHello.read(in);
        } catch (IOException e) {
            return null;
        }
    }

    private HostException noAgent(Thread listener) {
        try {
            // Its last words come with its end.
            process.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS);
            listener.join(EXIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (process.isAlive()) {
            destroy();
            return HostTrouble.noAgent(shell, name, 0, List.of("it is not Hawser's agent that speaks there"));
        }
        return HostTrouble.noAgent(shell, name, process.exitValue(), said.errorLines());
    }

    /** Has the ranks started; {@link #awaitStart} tells how that went. */
    void order() {
        channel.send(HostOrder.of(part));
    }

    /** Waits until all ranks run. */
    void awaitStart(long seconds) throws IOException, InterruptedException {
        try {
            started.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw (IOException) e.getCause();
        } catch (TimeoutException e) {
            throw HostTrouble.silent(shell, name, seconds, said.lines(SAID_LINES));
        }
    }

    /** The error for an agent that has not spoken so far. */
    HostException silent(long seconds) {
        return HostTrouble.silent(shell, name, seconds, said.lines(SAID_LINES));
    }

    /** Gives rank 0 something to read, and waits while it has much that it has not read; nothing means the end. */
    void input(byte[] bytes) throws InterruptedException {
        inputRoom.acquire();
        channel.send(new Frame(FrameKind.INPUT, bytes));
    }

    HostPart part() {
        return part;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<RemoteRank> ranks() {
        return List.copyOf(ranks.values());
    }

    @Override
    public boolean ranksOutlive() {
        if (ranks.values().stream().noneMatch(RemoteRank::isAlive)) {
            return true;
        }
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        outliving = answer;
        channel.send(Frame.of(FrameKind.ASK_OUTLIVING));
        try {
            return answer.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    @Override
    public void terminate() {
        tell(FrameKind.TERMINATE);
    }

    @Override
    public void kill() {
        tell(FrameKind.KILL);
    }

    @Override
    public void dismiss() {
        leaving = true;
        tell(FrameKind.BYE);
    }

    @Override
    public void close() {
        leaving = true;
        Process shellProcess = process;
        if (shellProcess == null) {
            return;
        }
        try {
            if (channel == null || !shellProcess.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
                destroy();
                shellProcess.waitFor(END_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            destroy();
        }
        closeChannel();
    }

    private void closeChannel() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // It went with the remote shell.
            return;
        }
    }

    /** Ends the remote shell, and what it has started here if it is a script. */
    private void destroy() {
        List<ProcessHandle> below = process.descendants().toList();
        process.destroyForcibly();
        below.forEach(ProcessHandle::destroyForcibly);
    }

    private void tell(FrameKind kind) {
        AgentChannel agent = channel;
        if (agent != null) {
            agent.send(Frame.of(kind));
        }
    }

    private void readAll() {
        String why = null;
        try {
            for (Frame frame = channel.read(); frame != null; frame = channel.read()) {
                take(frame);
            }
        } catch (IOException | RuntimeException e) {
            why = e.getMessage();
        }
        if (!leaving) {
            lose(why == null ? ended() : why);
        } else {
            // Its agent was sent away before it could tell of their ends, and has ended them.
            ranks.values().forEach(rank -> end(rank, KILLED, null));
        }
    }

    private void take(Frame frame) throws IOException {
        DataInputStream in = frame.open();
        switch (frame.kind()) {
            case STARTED -> start(in);
            case REFUSED -> started.completeExceptionally(new HostException("host " + name + ": " + in.readUTF()));
            case OUTPUT -> {
                RemoteRank rank = rank(in);
                boolean error = in.readBoolean();
                rank.write(error, frame.body(), frame.body().length - in.available());
            }
            case ENDED -> end(rank(in), in.readInt(), null);
            case PUBLISH -> {
                Item item = Item.decode(in, part.nodes().size(), true);
                addresses.publish(item.rank(), item.key(), item.value());
            }
            case LOOKUP -> {
                Item item = Item.decode(in, part.nodes().size(), false);
                addresses.lookup(item.rank(), item.key()).thenAccept(value -> answer(item, value));
            }
            case TAKEN -> inputRoom.release();
            case SPAWN -> tunnels.computeIfAbsent(in.readInt(), this::openTunnel).take(in.readAllBytes());
            case OUTLIVING -> {
                CompletableFuture<Boolean> asked = outliving;
                if (asked != null) {
                    asked.complete(in.readBoolean());
                }
            }
            default -> throw new IOException("an agent does not say this: kind=" + frame.kind());
        }
    }

    private SpawnTunnel openTunnel(int number) {
        SpawnTunnel tunnel = new SpawnTunnel(channel, number);
        daemon("-spawn-" + number, () -> {
            try (tunnel) {
                spawn.serve(tunnel.in(), tunnel.out());
            } catch (IOException e) {
                // What came makes no sense; the rank sees the end of the conversation.
                return;
            }
        });
        return tunnel;
    }

    private void start(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count != part.ranks().length) {
            throw new IOException("the agent has started other ranks: count=" + count);
        }
        for (int i = 0; i < count; i++) {
            int rank = in.readInt();
            ranks.put(rank, new RemoteRank(rank, job, name, in.readLong(), output));
        }
        started.complete(null);
    }

    private RemoteRank rank(DataInputStream in) throws IOException {
        int number = in.readInt();
        RemoteRank rank = ranks.get(number);
        if (rank == null) {
            throw new IOException("the agent tells of a rank that is not there: rank=" + number);
        }
        return rank;
    }

    private void answer(Item asked, String value) {
        channel.send(Frame.of(FrameKind.VALUE, out -> {
            asked.encode(out);
            out.writeBoolean(value != null);
            if (value != null) {
                out.writeUTF(value);
            }
        }));
    }

    private void end(RemoteRank rank, int code, String loss) {
        if (rank.isAlive()) {
            rank.end(code, loss);
            ended.accept(rank);
        }
    }

    private String ended() {
        try {
            process.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "its agent, or the connection to it, has ended"
            + (process.isAlive() ? "" : ": " + shell.name() + " ended with code " + process.exitValue())
            + HostTrouble.quoted(said.errorLines());
    }

    /** Once: all its ranks count as ended before the first of them is told. */
    private void lose(String why) {
        if (!lost.compareAndSet(false, true)) {
            return;
        }
        destroy();
        tunnels.values().forEach(tunnel -> tunnel.take(new byte[0]));
        started.completeExceptionally(new HostException("host " + name + " is lost: " + why));
        List<RemoteRank> with = ranks.values().stream().filter(RemoteRank::isAlive).toList();
        with.forEach(rank -> rank.end(KILLED, why));
        with.forEach(ended);
    }

    private void listenToShell() {
        LineBuffer lines = new LineBuffer(("hawser: host " + name + ": ").getBytes(StandardCharsets.UTF_8),
            new LineSink(System.err));
        byte[] piece = new byte[SAID_PIECE];
        try (InputStream in = process.getErrorStream()) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                said.append(true, piece, count);
                if (started.isDone() && !leaving) {
                    lines.append(piece, 0, count);
                }
            }
            lines.finish();
        } catch (IOException e) {
            // The shell is gone.
            Thread.currentThread().interrupt();
        }
    }

    private Thread daemon(String what, Runnable body) {
        Thread thread = new Thread(body, "hawser-host-" + name + what);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
