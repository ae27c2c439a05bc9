package org.hawser.launcher.job;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.hawser.launcher.agent.AddressBook;
import org.hawser.launcher.agent.HostPart;
import org.hawser.launcher.agent.WireUpService;
import org.hawser.launcher.host.LocalNames;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.launch.OpenMpiVariables;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnOrigin;
import org.hawser.runtime.spawn.SpawnRequest;
import org.hawser.runtime.spawn.Spawner;

/**
 * The ranks of a job on this host: their directory, their processes, and the sockets at which they ask for things. The
 * launcher has one when ranks are on its own host, and so has each agent.
 *
 * <p><b>Threads:</b> any.
 */
final class LocalHost implements Host {
    private final HostPart part;
    private final SpawnedJob job;
    /** What ranks run that others asked for, by program. */
    private final List<SpawnCommand> commands = new ArrayList<>();
    private final NodeDirectory directory;
    private final OutputPumps output;
    private final Consumer<? super RankProcess> ended;
    private final List<RankProcess> ranks = new CopyOnWriteArrayList<>();
    private volatile boolean stopping;
    private WireUpService wireUp;
    private SpawnService spawns;
    private boolean closed;

    /**
     * A host where nothing runs so far.
     *
     * @param job       the job that ranks asked for, or null
     * @param directory the host's, which this object closes; null for ranks that are threads
     * @param ended     is told of each process that has ended
     */
    LocalHost(HostPart part, SpawnedJob job, NodeDirectory directory, OutputPumps output,
              Consumer<? super RankProcess> ended) {
        this.part = part;
        this.job = job;
        this.directory = directory;
        this.output = output;
        this.ended = ended;
    }

    /**
     * Opens what ranks ask, then starts them.
     *
     * @param addresses where ranks of several hosts find each other
     * @param input     what rank 0 reads, if it is here
     * @param spawning  serves the ranks' requests for further ones
     */
    void start(AddressBook addresses, Redirect input, SpawnService.Desk spawning, String tagStyle)
            throws IOException {
        if (part.isOneOfMany()) {
            wireUp = WireUpService.open(directory.path(), addresses, part.secret(), part.nodes().size());
        }
        if (directory != null) {
            openSpawns(spawning);
        }
        int[] here = part.spec().threads() ? new int[] {0} : part.ranks();
        List<String> command = JavaCommand.of(part.spec(), part.ranks().length, tagStyle);
        for (int rank : here) {
            if (stopping) {
                throw new IOException("the job is ended while it is started");
            }
            Redirect read = rank == 0 && part.readsInput() ? input : Redirect.from(NullDevice.FILE);
            ranks.add(part.spawn() != null ? startSpawned(rank)
                : RankProcess.start(rank, part.spec(), rank == 0 ? first(command) : command, describe(rank), read,
                    output, ended::accept));
        }
    }

    /** What rank 0 runs: what the others do, unless it is to record their cache. */
    private List<String> first(List<String> ofAll) {
        Path cache = Installation.cacheToRecord();
        return cache == null ? ofAll : JavaCommand.recording(part.spec(), part.ranks().length, cache);
    }

    @Override
    public String name() {
        return LocalNames.own();
    }

    @Override
    public List<RankProcess> ranks() {
        return ranks;
    }

    @Override
    public boolean ranksOutlive() {
        return directory != null && !stopping && ranks.stream().filter(RankProcess::isAlive).allMatch(rank ->
            Files.exists(directory.path().resolve(JobDescription.OUTLIVES + rank.rank())));
    }

    @Override
    public void terminate() {
        stopping = true;
        ranks.forEach(RankProcess::terminate);
    }

    @Override
    public void kill() {
        stopping = true;
        ranks.forEach(RankProcess::kill);
    }

    @Override
    public void dismiss() {
        // All there is to do is done in close().
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (spawns != null) {
            spawns.close();
        }
        if (wireUp != null) {
            wireUp.close();
        }
        if (directory != null) {
            directory.close();
        }
    }

    /** Not there when the socket cannot be made, as when its name is too long; who asks is told so then. */
    private void openSpawns(SpawnService.Desk desk) {
        try {
            spawns = SpawnService.open(directory.path(), desk);
        } catch (IOException | IllegalArgumentException e) {
            spawns = null;
        }
    }

    /**
     * Finds what ranks asked for; called before {@link #start}.
     *
     * @throws SpawnException that says which program is not there
     */
    void findPrograms() throws SpawnException {
        SpawnRequest request = part.spawn();
        for (int program = 0; program < request.programs().size(); program++) {
            commands.add(SpawnCommand.find(part.spec(), request.programs().get(program), program, request.ranks()));
        }
    }

    /** Starts a rank that other ranks asked for. */
    private RankProcess startSpawned(int rank) throws IOException {
        int program = part.spawn().programOf(rank);
        Map<String, String> description = describe(rank);
        new SpawnOrigin(part.spawn().parent(), program).write(description);
        return RankProcess.start(rank, job, part.spec(), commands.get(program), description, output, ended::accept);
    }

    private Map<String, String> describe(int rank) throws IOException {
        Map<String, String> description = new HashMap<>();
        description.put(JobDescription.RANK, Integer.toString(rank));
        description.put(JobDescription.SIZE, Integer.toString(part.nodes().size()));
        OpenMpiVariables.write(description, rank, part.nodes());
        description.put(JobDescription.JOB_ID, part.jobId());
        description.put(JobDescription.PROGRESS, part.spec().progress());
        description.put(JobDescription.LAUNCHER_PID, Long.toString(ProcessHandle.current().pid()));
        if (part.spec().bind()) {
            description.put(JobDescription.CORES, CoreBinding.cores());
        }
        if (part.isOneOfMany()) {
            description.put(JobDescription.NODES, part.nodes().toString());
            description.put(JobDescription.WIREUP, "launcher");
        }
        if (directory != null) {
            description.put(JobDescription.JOB_DIR, directory.path().toString());
        }
        if (spawns != null) {
            description.put(Spawner.LAUNCHER, SpawnService.socketIn(directory.path()).toString());
        }
        return description;
    }
}
