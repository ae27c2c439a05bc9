package org.hawser.launcher.job;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One rank's process, or the one process of a job whose ranks are threads.
 *
 * <p><b>Threads:</b> any.
 */
final class RankProcess {

    private final int rank;
    private final Process process;
    private final OutputTail tail = new OutputTail();

    private RankProcess(int rank, Process process) {
        this.rank = rank;
        this.process = process;
    }

    /** Starts the process; when it has ended it appears in {@code ended}. */
    static RankProcess start(int rank, JobSpec spec, List<String> command, Map<String, String> description,
                             OutputMerger output, BlockingQueue<RankProcess> ended) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
        builder.environment().putAll(spec.environment());
        builder.environment().putAll(description);
        if (spec.directory() != null) {
            builder.directory(spec.directory().toFile());
        }
        builder.redirectInput(rank == 0 && spec.input() ? Redirect.INHERIT : Redirect.from(NullDevice.FILE));
        RankProcess started = new RankProcess(rank, builder.start());
        output.attach(rank, started.process.getInputStream(), started.process.getErrorStream(), started.tail);
        started.process.onExit().thenRun(() -> ended.add(started));
        return started;
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
