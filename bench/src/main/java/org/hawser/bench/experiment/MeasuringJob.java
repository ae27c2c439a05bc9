package org.hawser.bench.experiment;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hawser.bench.Network;
import org.hawser.bench.lab.BoardFile;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Task;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;
import org.hawser.runtime.launch.JobDescription;

/**
 * Starts the ranks of a measurement and gathers what they print.
 *
 * <p><b>Threads:</b> the command's main thread; the launcher calls back on threads of its own, one at a time, before
 * the job's end.
 */
final class MeasuringJob {
    private final Consumer<String> progress;
    private final Duration longest;
    private final Network network;
    private final List<Sample> samples = new ArrayList<>();
    private final List<String> counts = new ArrayList<>();
    private int dropped;

    /** A job that tells {@code progress} how far it is. */
    MeasuringJob(Consumer<String> progress) {
        this(progress, null, Network.NODE);
    }

    /** The same, which is ended after a while (null: never), with that between its ranks. */
    MeasuringJob(Consumer<String> progress, Duration longest, Network network) {
        this.progress = progress;
        this.longest = longest;
        this.network = network;
    }

    /** Runs a task in a job and returns its samples. */
    List<Sample> run(Task task, int ranks) throws IOException, InterruptedException {
        return run(task, ranks, Map.of());
    }

    /** Runs a task in a job with settings of its own and returns its samples. */
    List<Sample> run(Task task, int ranks, Map<String, String> environment) throws IOException, InterruptedException {
        try (BoardFile board = BoardFile.create()) {
            run(spec(task.on(board.path()), ranks, environment), task.experiment());
        }
        return samples;
    }

    private JobSpec spec(Task task, int ranks, Map<String, String> environment) throws IOException {
        JobSpec.Builder spec = JobSpec.of(ranks, ExperimentMain.class.getName()).args(task.toArguments())
            .classPath(List.of(ownClasses())).threads(task.threads()).output((rank, error, line) -> take(line));
        environment.forEach(spec::environment);
        if (task.isInHaste()) {
            // It is over before the second compiler pays.
            spec.jvmArgs("-XX:TieredStopAtLevel=1");
        }
        if (longest != null) {
            spec.timeout(longest);
        }
        // The launcher itself tells ranks of this one.
        spec.progress(environment.getOrDefault(JobDescription.PROGRESS, "poll"));
        if (network.hosts() != null) {
            spec.hosts(network.hosts().plan(ranks));
        }
        return spec.build();
    }

    private static void run(JobSpec spec, String what) throws IOException, InterruptedException {
        await(LocalJob.start(spec), what);
    }

    /** Lines for a {@link Tally}. */
    List<String> counts() {
        return counts;
    }

    /** Samples that the ranks did not count. */
    int dropped() {
        return dropped;
    }

    /** Waits for a job's end, which must be a good one. */
    static void await(LocalJob job, String what) throws IOException, InterruptedException {
        if (job.await() != 0) {
            throw new IOException(what + " failed" + System.lineSeparator()
                + String.join(System.lineSeparator(), job.message()));
        }
    }

    /** The jar or directory that this class came from. */
    static Path ownClasses() {
        try {
            return Path.of(MeasuringJob.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot tell where the benchmarks are", e);
        }
    }

    private void take(String line) {
        if (line.startsWith(Task.PROGRESS)) {
            progress.accept(line.substring(Task.PROGRESS.length()));
        } else if (line.startsWith(Task.DROPPED)) {
            dropped += Integer.parseInt(line.substring(Task.DROPPED.length()));
        } else if (Tally.isCount(line)) {
            counts.add(line);
        } else {
            Sample.parse(line).ifPresentOrElse(samples::add, () -> System.err.println(line));
        }
    }
}
