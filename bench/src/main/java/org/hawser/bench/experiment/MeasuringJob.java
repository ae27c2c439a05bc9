package org.hawser.bench.experiment;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Task;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;

/**
 * Starts the ranks of a measurement and gathers what they print.
 *
 * <p><b>Threads:</b> stateless; the launcher calls back on threads of its own, one at a time.
 */
final class MeasuringJob {

    private MeasuringJob() {
    }

    /** Runs a task in a job and returns its samples. */
    static List<Sample> run(Task task, int ranks, Consumer<String> progress) throws IOException, InterruptedException {
        List<Sample> samples = new ArrayList<>();
        JobSpec spec = JobSpec.of(ranks, ExperimentMain.class.getName()).args(task.toArguments())
            .classPath(List.of(ownClasses())).threads(task.threads())
            .output((rank, error, line) -> take(line, samples, progress)).build();
        await(LocalJob.start(spec), task.experiment());
        return samples;
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

    private static void take(String line, List<Sample> samples, Consumer<String> progress) {
        if (line.startsWith(Task.PROGRESS)) {
            progress.accept(line.substring(Task.PROGRESS.length()));
            return;
        }
        Sample.parse(line).ifPresentOrElse(samples::add, () -> System.err.println(line));
    }
}
