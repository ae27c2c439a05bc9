package org.hawser.launcher.job;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.hawser.launcher.host.LocalNames;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.spawn.SpawnOrigin;
import org.hawser.runtime.spawn.Spawner;

/**
 * One rank's process on this host, or the one process of a job whose ranks are threads.
 *
 * <p><b>Threads:</b> any.
 */
final class RankProcess implements StartedRank {
    /** What describes a rank and need not be in every description; this launcher may itself run in a rank. */
    private static final List<String> OF_A_RANK = List.of(Spawner.LAUNCHER, SpawnOrigin.PARENT, SpawnOrigin.PROGRAM,
        JobDescription.NODES, JobDescription.WIREUP, JobDescription.CORES, JobDescription.JOB_DIR);
    /**
     * The C library of Linux gives a process's threads up to 8 arenas per core to take memory from, and each keeps what
     * a rank needed there when it started. As many as there are cores are enough for those that run.
     */
    private static final String ARENAS = "MALLOC_ARENA_MAX";
    private static final String ARENA_PER_CORE = Integer.toString(Runtime.getRuntime().availableProcessors());

    private final int rank;
    private final SpawnedJob job;
    private final Process process;
    private final OutputTail tail = new OutputTail();
    private final List<OutputPumps.Pump> pumps;

    private RankProcess(int rank, SpawnedJob job, Process process, OutputPumps output, Consumer<RankProcess> ended) {
        this.rank = rank;
        this.job = job;
        this.process = process;
        pumps = output.attach(job == null ? 0 : job.number(), rank, process.getInputStream(), process.getErrorStream(),
            tail);
        process.onExit().thenRun(() -> ended.accept(this));
    }

    /**
     * Starts the process.
     *
     * @param input what the rank reads
     * @param ended is told when the process has ended
     */
    static RankProcess start(int rank, JobSpec spec, List<String> command, Map<String, String> description,
                             Redirect input, OutputPumps output, Consumer<RankProcess> ended) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
        builder.environment().keySet().removeAll(OF_A_RANK);
        if (spec.threads()) {
            builder.environment().putIfAbsent(ARENAS, ARENA_PER_CORE);
        }
        builder.environment().putAll(spec.environment());
        builder.environment().putAll(description);
        if (spec.directory() != null) {
            builder.directory(spec.directory().toFile());
        }
        builder.redirectInput(input);
        return new RankProcess(rank, null, builder.start(), output, ended);
    }

    /** Starts the process of a rank that other ranks asked for. */
    static RankProcess start(int rank, SpawnedJob job, JobSpec spec, SpawnCommand command,
                             Map<String, String> description, OutputPumps output, Consumer<RankProcess> ended)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command.command()));
        builder.environment().putAll(spec.environment());
        builder.environment().putAll(command.environment());
        builder.environment().putAll(description);
        if (command.directory() != null) {
            builder.directory(command.directory().toFile());
        }
        builder.redirectInput(Redirect.from(NullDevice.FILE));
        return new RankProcess(rank, job, builder.start(), output, ended);
    }

    @Override
    public SpawnedJob job() {
        return job;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public String host() {
        return LocalNames.own();
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public boolean waitFor(long nanos) throws InterruptedException {
        return process.waitFor(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public int exitCode() {
        return process.exitValue();
    }

    @Override
    public String loss() {
        return null;
    }

    @Override
    public OutputTail tail() {
        return tail;
    }

    /** What the rank reads, where that was asked for as a pipe. */
    OutputStream input() {
        return process.getOutputStream();
    }

    /** Waits until what it wrote has been passed on, or the time is over. */
    void drain(long millis) throws InterruptedException {
        OutputPumps.drain(pumps, millis);
    }

    void terminate() {
        // By its handle: the process itself closes its streams at once, and what its hooks write is lost.
        process.toHandle().destroy();
    }

    void kill() {
        process.toHandle().destroyForcibly();
    }
}
