package org.hawser.bench.experiment;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Series;
import org.hawser.launcher.job.Installation;

/**
 * A job that does nothing but start, meet in a barrier and end: the wall time of {@code hawser run}, and the most
 * memory that a rank had resident.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
final class StartupExperiment implements Experiment {
    private static final int MOST_STARTS = 7;

    @Override
    public String name() {
        return "startup";
    }

    @Override
    public String summary() {
        return "hello with 1, 2 and 4 ranks: wall seconds, resident bytes per rank";
    }

    @Override
    public boolean isForConnections() {
        return false;
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        if (Installation.home() == null) {
            throw new IOException("startup measures the hawser script, and this was not started by it");
        }
        for (int ranks : campaign.plan().ranksOr(List.of(1, 2, 4))) {
            // The first start reads files that the next ones find in memory.
            start(ranks, new ArrayList<>());
            for (int i = 0; i < Math.min(campaign.plan().roundsOr(MOST_STARTS), MOST_STARTS); i++) {
                campaign.progress("startup, " + ranks + " ranks: " + (i + 1));
                List<Double> resident = new ArrayList<>();
                double seconds = start(ranks, resident);
                Series series = new Series(name(), "shm", ranks, 0, Metric.SECONDS, null);
                campaign.add(series, seconds);
                campaign.add(series.as(Metric.BYTES), resident.stream().mapToDouble(Double::doubleValue).toArray());
            }
        }
    }

    private static double start(int ranks, List<Double> resident) throws IOException, InterruptedException {
        Path script = Installation.home().resolve("hawser");
        ProcessBuilder builder = new ProcessBuilder(script.toString(), "run", "-n", Integer.toString(ranks), "-cp",
            MeasuringJob.ownClasses().toString(), HelloProgram.class.getName()).redirectErrorStream(true);
        builder.environment().put("HAWSER_NO_BUILD", "1");
        List<String> output = new ArrayList<>();
        long start = System.nanoTime();
        Process process = builder.start();
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(output::add);
        }
        int exitCode = process.waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (exitCode != 0) {
            throw new IOException("hawser run failed: exit=" + exitCode + System.lineSeparator()
                + String.join(System.lineSeparator(), output));
        }
        output.stream().filter(line -> line.startsWith(HelloProgram.RESIDENT))
            .forEach(line -> resident.add(Double.valueOf(line.substring(HelloProgram.RESIDENT.length()))));
        return seconds;
    }
}
