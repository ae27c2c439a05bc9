package org.hawser.launcher.job;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.launch.RankMain;
import org.hawser.runtime.launch.OutputTag;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnOrigin;
import org.hawser.runtime.spawn.SpawnRequest;
import org.hawser.runtime.spawn.Spawner;

/**
 * A job whose ranks run on this machine. The first rank that fails ends the others; the end of this JVM, by a
 * signal too, ends them all.
 *
 * <p><b>Threads:</b> any may {@link #kill()}; one calls {@link #await()}.
 */
public final class LocalJob {

    /** Exit code of a job that ran out of time. */
    public static final int TIMED_OUT = 124;

    private static final long TERMINATE_MILLIS = 2_000;
    private static final long DRAIN_MILLIS = 1_000;
    private static final long CAUSE_MILLIS = 1_000;
    /** How long the signal that also ended a rank may take to reach us. */
    private static final long SIGNAL_MILLIS = 300;

    private final JobSpec spec;
    private final NodeDirectory directory;
    private final OutputMerger output;
    /** Those that ranks asked for come behind the others. */
    private final List<RankProcess> ranks = new CopyOnWriteArrayList<>();
    private final BlockingQueue<RankProcess> ended = new LinkedBlockingQueue<>();
    private final Thread atShutdown = new Thread(this::shutDown, "hawser-shutdown");
    private volatile boolean stopping;
    private SpawnService spawns;
    private int spawned;
    private volatile List<String> message = List.of();

    private LocalJob(JobSpec spec, NodeDirectory directory, String tagStyle) {
        this.spec = spec;
        this.directory = directory;
        this.output = OutputMerger.of(spec, tagStyle);
    }

    /**
     * Starts a job, after clearing what dead jobs left in shared memory.
     *
     * @param spec what to run
     * @return the running job
     * @throws IOException when a process or the node directory cannot be made
     */
    public static LocalJob start(JobSpec spec) throws IOException {
        return start(spec, spec.tagOutput() ? OutputTag.PLAIN : OutputTag.NONE);
    }

    /**
     * Starts a job with a style of tags.
     *
     * @param spec what to run
     * @param tagStyle a constant of {@link OutputTag}
     * @return the running job
     * @throws IOException when a process or the node directory cannot be made
     */
    public static LocalJob start(JobSpec spec, String tagStyle) throws IOException {
        String jobId = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        NodeDirectory directory = null;
        if (spec.threads()) {
            NodeDirectory.sweep();
        } else {
            directory = NodeDirectory.create(jobId);
        }
        LocalJob job = new LocalJob(spec, directory, tagStyle);
        Runtime.getRuntime().addShutdownHook(job.atShutdown);
        try {
            job.startRanks(jobId, tagStyle);
            job.openSpawns();
        } catch (IOException | RuntimeException e) {
            job.kill();
            job.release();
            throw e;
        }
        return job;
    }

    /**
     * The process of each rank, in order; one process when the ranks are threads. Ranks that were asked for by others
     * come behind, as long as the job runs.
     *
     * @return process ids
     */
    public List<Long> ranks() {
        return ranks.stream().map(RankProcess::pid).toList();
    }

    /**
     * Waits for the end of the job and passes on all output. Says which rank failed and why, on
     * standard error where the output goes to this process's streams, and in {@link #message()}.
     *
     * @return 0, or the exit code of the first rank that failed, or {@link #TIMED_OUT}
     * @throws InterruptedException when the waiting thread is interrupted; the job is ended
     */
    public int await() throws InterruptedException {
        try {
            int exitCode = supervise();
            output.drain(DRAIN_MILLIS);
            return exitCode;
        } finally {
            kill();
            release();
        }
    }

    /**
     * Why the job failed, as it is told to a user.
     *
     * @return lines; none when it did not fail, or not yet
     */
    public List<String> message() {
        return message;
    }

    /** Ends all ranks: asks them to, and after two seconds does not ask any more. Returns when they are gone. */
    public void kill() {
        stopping = true;
        ranks.forEach(RankProcess::terminate);
        if (!awaitEnd(TERMINATE_MILLIS)) {
            ranks.forEach(RankProcess::kill);
            awaitEnd(TERMINATE_MILLIS);
        }
    }

    private void startRanks(String jobId, String tagStyle) throws IOException {
        List<String> command = JavaCommand.of(spec, tagStyle);
        int processes = spec.threads() ? 1 : spec.ranks();
        for (int rank = 0; rank < processes; rank++) {
            ranks.add(RankProcess.start(rank, spec, command, describe(jobId, rank), output, ended));
        }
    }

    /** Not there when the socket cannot be made, as when its name is too long; who asks is told so then. */
    private void openSpawns() {
        if (directory != null) {
            try {
                spawns = SpawnService.open(directory.path(), this::spawn);
            } catch (IOException | IllegalArgumentException e) {
                spawns = null;
            }
        }
    }

    /** Starts the ranks that a rank asks for; all or none. */
    private synchronized SpawnedJob spawn(SpawnRequest request) throws SpawnException {
        List<SpawnCommand> commands = new ArrayList<>();
        for (SpawnRequest.Program program : request.programs()) {
            commands.add(SpawnCommand.find(spec, program, commands.size(), request.ranks()));
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
                RankProcess started = RankProcess.start(rank, job, spec, commands.get(program), description, output,
                    ended);
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

    private Map<String, String> describe(String jobId, int rank) throws IOException {
        return describe(jobId, rank, spec.ranks(), directory);
    }

    private Map<String, String> describe(String jobId, int rank, int ofRanks, NodeDirectory in) throws IOException {
        String size = Integer.toString(ofRanks);
        Map<String, String> description = new HashMap<>();
        description.put(JobDescription.RANK, Integer.toString(rank));
        description.put(JobDescription.SIZE, size);
        description.put(JobDescription.JOB_ID, jobId);
        description.put(JobDescription.PROGRESS, spec.progress());
        description.put(JobDescription.LAUNCHER_PID, Long.toString(ProcessHandle.current().pid()));
        if (spec.bind()) {
            description.put(JobDescription.CORES, CoreBinding.cores());
        }
        if (directory != null) {
            description.put(JobDescription.JOB_DIR, in.path().toString());
            description.put(Spawner.LAUNCHER, SpawnService.socketIn(directory.path()).toString());
        }
        return description;
    }

    private int supervise() throws InterruptedException {
        long deadline = spec.timeout() == null ? Long.MAX_VALUE : System.nanoTime() + spec.timeout().toNanos();
        int exitCode = 0;
        // A rank that asks for others runs until they are in the list.
        for (int over = 1; over <= ranks.size(); over++) {
            RankProcess end = spec.timeout() == null ? ended.take()
                : ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (end == null) {
                return timeOut();
            }
            boolean onTrial = end.job() != null && end.job().isOnTrial();
            if (end.job() != null) {
                close(end.job());
            }
            if (onTrial) {
                // Whoever asked for it finds out, and fails or goes on.
                tellOfTrial(end);
            } else if (end.exitCode() > Failure.SIGNAL_BASE && othersOutlive()) {
                exitCode = exitCode == 0 ? end.exitCode() : exitCode;
                tell(Failure.describe(describe(end), end.exitCode(), end.tail()));
                tell(List.of("hawser: the others handle errors themselves and go on: ranks=" + (ranks.size() - over)));
            } else if (end.exitCode() != 0) {
                return fail(end);
            }
        }
        return exitCode;
    }

    private void tellOfTrial(RankProcess end) {
        if (end.exitCode() != 0 && !end.job().isAbandoned() && !stopping) {
            tell(Failure.describe(describe(end), end.exitCode(), end.tail()));
        }
    }

    private static void close(SpawnedJob job) {
        try {
            job.closeWhenEmpty();
        } catch (IOException e) {
            System.err.println("hawser: cannot remove " + job.directory().path() + ": " + e.getMessage());
        }
    }

    /** True when some ranks still run and each has said that it goes on without the others. */
    private boolean othersOutlive() {
        List<RankProcess> alive = ranks.stream().filter(RankProcess::isAlive).toList();
        return directory != null && !stopping && !alive.isEmpty() && alive.stream().allMatch(rank ->
            Files.exists((rank.job() == null ? directory : rank.job().directory()).path()
                .resolve(JobDescription.OUTLIVES + rank.rank())));
    }

    private int timeOut() {
        String who = ranks.stream().filter(RankProcess::isAlive).map(r -> Integer.toString(r.rank()))
            .collect(Collectors.joining(", "));
        tell(List.of("hawser: timeout after " + spec.timeout().toMillis() / 1000.0 + " s: "
            + (spec.threads() ? "ranks of pid " + ranks.getFirst().pid() : "rank " + who) + " still running, ended"));
        kill();
        return TIMED_OUT;
    }

    /** The rank that failed for a reason of its own, if one shows up beside a first one that merely lost it. */
    private RankProcess cause(RankProcess first) throws InterruptedException {
        RankProcess failed = first;
        long deadline = System.nanoTime() + CAUSE_MILLIS * 1_000_000;
        while (failed.exitCode() == RankMain.PEER_LOST) {
            RankProcess next = ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                return first;
            }
            if (next.exitCode() != 0) {
                failed = next;
            }
        }
        return failed;
    }

    private int fail(RankProcess first) throws InterruptedException {
        RankProcess failed = cause(first);
        int exitCode = failed.exitCode();
        if (exitCode > Failure.SIGNAL_BASE) {
            // Ctrl-C reaches the ranks and this process at once: then the signal is the cause, not the rank.
            Thread.sleep(SIGNAL_MILLIS);
        }
        if (stopping) {
            return exitCode;
        }
        kill();
        output.drain(DRAIN_MILLIS);
        tell(Failure.describe(describe(failed), exitCode, failed.tail()));
        return exitCode;
    }

    private static String describe(RankProcess rank) {
        String job = rank.job() == null ? "" : " of spawned job " + rank.job().number();
        return "rank " + rank.rank() + job + " (pid " + rank.pid() + " on " + host() + ")";
    }

    private void tell(List<String> lines) {
        message = lines;
        if (spec.output() == null) {
            lines.forEach(System.err::println);
        }
    }

    private boolean awaitEnd(long millis) {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (RankProcess rank : ranks) {
            try {
                if (!rank.waitFor(deadline - System.nanoTime())) {
                    return false;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private void shutDown() {
        if (!stopping) {
            System.err.println("hawser: interrupted, ending the job: ranks=" + spec.ranks());
        }
        kill();
        closeDirectory();
    }

    private void release() {
        try {
            Runtime.getRuntime().removeShutdownHook(atShutdown);
        } catch (IllegalStateException e) {
            // The JVM ends already: the hook does what is left to do.
            return;
        }
        closeDirectory();
    }

    private void closeDirectory() {
        ranks.stream().map(RankProcess::job).filter(Objects::nonNull).distinct().forEach(LocalJob::close);
        try {
            if (spawns != null) {
                spawns.close();
            }
            if (directory != null) {
                directory.close();
            }
        } catch (IOException e) {
            System.err.println("hawser: cannot remove " + directory.path() + ": " + e.getMessage()
                + " (the next start tries again)");
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
