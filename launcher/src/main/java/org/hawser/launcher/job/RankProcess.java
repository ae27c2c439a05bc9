package org.hawser.launcher.job;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.hawser.runtime.spawn.SpawnOrigin;
import org.hawser.runtime.spawn.Spawner;

/**
 * One rank's process, or the one process of a job whose ranks are threads.
 *
 * <p><b>Threads:</b> any.
 */
final class RankProcess {

    private final int rank;
    /** The job it is of when ranks asked for it; null for the one that the launcher was asked for. */
    private final SpawnedJob job;
    private final Process process;
    private final OutputTail tail = new OutputTail();

    private RankProcess(int rank, SpawnedJob job, Process process) {
        this.rank = rank;
        this.job = job;
        this.process = process;
    }

    /** Starts the process; when it has ended it appears in {@code ended}. */
    static RankProcess start(int rank, JobSpec spec, List<String> command, Map<String, String> description,
                             OutputMerger output, BlockingQueue<RankProcess> ended) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
        // This launcher may itself run in a rank that others asked for.
        builder.environment().keySet().removeAll(List.of(Spawner.LAUNCHER, SpawnOrigin.PARENT, SpawnOrigin.PROGRAM));
        builder.environment().putAll(spec.environment());
        builder.environment().putAll(description);
        if (spec.directory() != null) {
            builder.directory(spec.directory().toFile());
        }
        builder.redirectInput(rank == 0 && spec.input() ? Redirect.INHERIT : Redirect.from(NullDevice.FILE));
        return attend(new RankProcess(rank, null, builder.start()), 0, output, ended);
    }

    /** Starts the process of a rank that other ranks asked for. */
    static RankProcess start(int rank, SpawnedJob job, JobSpec spec, SpawnCommand command,
                             Map<String, String> description, OutputMerger output, BlockingQueue<RankProcess> ended)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command.command()));
        builder.environment().putAll(spec.environment());
        builder.environment().putAll(command.environment());
        builder.environment().putAll(description);
        if (command.directory() != null) {
            builder.directory(command.directory().toFile());
        }
        builder.redirectInput(Redirect.from(NullDevice.FILE));
        return attend(new RankProcess(rank, job, builder.start()), job.number(), output, ended);
    }

    private static RankProcess attend(RankProcess started, int job, OutputMerger output,
                                      BlockingQueue<RankProcess> ended) {
        output.attach(job, started.rank, started.process.getInputStream(), started.process.getErrorStream(),
            started.tail);
        started.process.onExit().thenRun(() -> ended.add(started));
        return started;
    }

    /** The job it is of when ranks asked for it, else null. */
    SpawnedJob job() {
        return job;
    }

    int rank() {
        return rank;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean waitFor(long nanos) throws InterruptedException {
        return process.waitFor(nanos, TimeUnit.NANOSECONDS);
    }

    int exitCode() {
        return process.exitValue();
    }

    OutputTail tail() {
        return tail;
    }

    void terminate() {
        process.destroy();
    }

    void kill() {
        process.destroyForcibly();
    }
}
