package org.hawser.launcher.job;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.hawser.launcher.agent.AddressBook;
import org.hawser.launcher.agent.HostPart;
import org.hawser.launcher.agent.WireUpService;
import org.hawser.launcher.host.LocalNames;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.runtime.launch.JobDescription;
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
    private final NodeDirectory directory;
    private final OutputPumps output;
    private final Consumer<? super RankProcess> ended;
    /** Those that ranks asked for come behind the others. */
    private final List<RankProcess> ranks = new CopyOnWriteArrayList<>();
    private volatile boolean stopping;
    private WireUpService wireUp;
    private SpawnService spawns;
    private int spawned;

    /**
     * A host where nothing runs so far.
     *
     * @param directory the host's, which this object closes; null for ranks that are threads
     * @param ended     is told of each process that has ended
     */
    LocalHost(HostPart part, NodeDirectory directory, OutputPumps output, Consumer<? super RankProcess> ended) {
        this.part = part;
        this.directory = directory;
        this.output = output;
        this.ended = ended;
    }

    /**
     * Opens what ranks ask, then starts them.
     *
     * @param addresses where ranks of several hosts find each other
     * @param input     what rank 0 reads, if it is here
     * @param spawning  whether ranks may ask for further ones at this process
     */
    void start(AddressBook addresses, Redirect input, boolean spawning, String tagStyle) throws IOException {
        if (part.isOneOfMany()) {
            wireUp = WireUpService.open(directory.path(), addresses, part.secret(), part.nodes().size());
        }
        if (directory != null && (spawning || part.isOneOfMany())) {
            openSpawns();
        }
        int[] here = part.spec().threads() ? new int[] {0} : part.ranks();
        List<String> command = JavaCommand.of(part.spec(), part.ranks().length, tagStyle);
        for (int rank : here) {
            if (stopping) {
                throw new IOException("the job is ended while it is started");
            }
            Redirect read = rank == 0 && part.spec().input() ? input : Redirect.from(NullDevice.FILE);
            ranks.add(RankProcess.start(rank, part.spec(), command,
                describe(part.jobId(), rank, part.nodes().size(), directory), read, output, ended::accept));
        }
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
            Files.exists((rank.job() == null ? directory : rank.job().directory()).path()
                .resolve(JobDescription.OUTLIVES + rank.rank())));
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
    public void close() throws IOException {
        for (SpawnedJob job : ranks.stream().map(RankProcess::job).filter(Objects::nonNull).distinct().toList()) {
            job.closeWhenEmpty();
        }
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
    private void openSpawns() {
        try {
            spawns = SpawnService.open(directory.path(), part.isOneOfMany() ? LocalHost::refuse : this::spawn);
        } catch (IOException | IllegalArgumentException e) {
            spawns = null;
        }
    }

    private static SpawnedJob refuse(SpawnRequest request) throws SpawnException {
        throw new SpawnException(-1, "ranks of a job on several hosts cannot start others, since these could not be"
            + " reached from all hosts: start the job on one host, or with all its ranks");
    }

    /** Starts the ranks that a rank asks for; all or none. */
    private synchronized SpawnedJob spawn(SpawnRequest request) throws SpawnException {
        List<SpawnCommand> commands = new ArrayList<>();
        for (SpawnRequest.Program program : request.programs()) {
            commands.add(SpawnCommand.find(part.spec(), program, commands.size(), request.ranks()));
        }
        SpawnedJob job;
        try {
            job = new SpawnedJob(++spawned, HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()));
        } catch (IOException e) {
            throw new SpawnException(-1, "no directory for the new ranks: " + e.getMessage());
        }
        for (int rank = 0; rank < request.ranks(); rank++) {
            int program = request.programOf(rank);
            try {
                Map<String, String> description = describe(job.id(), rank, request.ranks(), job.directory());
                new SpawnOrigin(request.parent(), program).write(description);
                RankProcess started = RankProcess.start(rank, job, part.spec(), commands.get(program), description,
                    output, ended::accept);
                job.add(started);
                ranks.add(started);
            } catch (IOException e) {
                job.abandon();
                throw new SpawnException(program, "cannot start a process: " + e.getMessage());
            }
        }
        if (stopping) {
            job.abandon();
        }
        return job;
    }

    private Map<String, String> describe(String jobId, int rank, int ofRanks, NodeDirectory in) throws IOException {
        Map<String, String> description = new HashMap<>();
        description.put(JobDescription.RANK, Integer.toString(rank));
        description.put(JobDescription.SIZE, Integer.toString(ofRanks));
        description.put(JobDescription.JOB_ID, jobId);
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
            description.put(JobDescription.JOB_DIR, in.path().toString());
        }
        if (spawns != null) {
            description.put(Spawner.LAUNCHER, SpawnService.socketIn(directory.path()).toString());
        }
        return description;
    }
}
