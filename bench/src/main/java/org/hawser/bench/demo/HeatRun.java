package org.hawser.bench.demo;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hawser.examples.heat.HeatProblem;
import org.hawser.launcher.job.Installation;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;

/**
 * The runs of the demo's problem: with one-sided puts, with MPI messages, with shared memory that signals (PGAS), and
 * the serial one that all are checked against; and what they reported.
 *
 * <p><b>Threads:</b> the reports come on the job's output thread; read it when {@link #start} has returned.
 */
final class HeatRun {
    private final int ranks;
    private final int cells;
    private final int steps;
    private final Track puts = new Track();
    private final Track serial = new Track();
    private final Track mpi = new Track();
    private final Track pgas = new Track();
    private final SortedMap<Integer, byte[]> frames = new TreeMap<>();
    private int down = 1;
    private int across = 1;

    HeatRun(int ranks, int cells, int steps) {
        this.ranks = ranks;
        this.cells = cells;
        this.steps = steps;
    }

    /**
     * Runs three jobs, one after the other: puts and the serial run, then MPI, then PGAS.
     *
     * @param hears every report as it comes
     * @return the exit code of the first job that failed, or 0
     */
    int start(Consumer<DemoReport> hears) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("hawser-demo");
        try {
            int exitCode = run(DemoRank.class, directory, hears);
            if (exitCode == 0) {
                exitCode = run(MpiDemoRank.class, directory, hears);
            }
            if (exitCode == 0) {
                exitCode = run(PgasDemoRank.class, directory, hears);
            }
            for (Integer step : List.copyOf(frames.keySet())) {
                frames.put(step, Files.readAllBytes(directory.resolve(DemoReport.frameFile(step))));
            }
            return exitCode;
        } finally {
            remove(directory);
        }
    }

    private int run(Class<?> program, Path directory, Consumer<DemoReport> hears)
            throws IOException, InterruptedException {
        LocalJob job = LocalJob.start(JobSpec.of(ranks, program.getName())
            .classPath(List.of(location(program), examples()))
            .args(directory.toString(), Integer.toString(cells), Integer.toString(steps))
            .output((rank, error, line) -> take(line, hears)).build());
        int exitCode = job.await();
        job.message().forEach(System.err::println);
        return exitCode;
    }

    private void take(String line, Consumer<DemoReport> hears) {
        DemoReport report = DemoReport.parse(line);
        if (report == null) {
            System.err.println(line);
            return;
        }
        double[] values = report.values();
        switch (report.kind()) {
            case DemoReport.STEP -> puts.add(values[0], values[1], values[2]);
            case DemoReport.SERIAL -> serial.add(values[0], Double.NaN, values[1]);
            case DemoReport.MPI -> mpi.add(values[0], Double.NaN, values[1]);
            case DemoReport.PGAS -> pgas.add(values[0], Double.NaN, values[1]);
            case DemoReport.FRAME -> frames.put((int) values[0], new byte[0]);
            case DemoReport.DIFFERENCE -> puts.differs(values[0]);
            case DemoReport.MPI_DIFFERENCE -> mpi.differs(values[0]);
            case DemoReport.PGAS_DIFFERENCE -> pgas.differs(values[0]);
            case DemoReport.SHAPE -> {
                down = (int) values[0];
                across = (int) values[1];
            }
            default -> throw new IllegalStateException("a report of no known kind: " + line);
        }
        hears.accept(report);
    }

    int ranks() {
        return ranks;
    }

    int cells() {
        return cells;
    }

    int steps() {
        return steps;
    }

    /** Into how many pieces the plate was cut from top to bottom. */
    int down() {
        return down;
    }

    /** Into how many pieces it was cut from left to right. */
    int across() {
        return across;
    }

    /** With one-sided puts of the runtime. */
    Track puts() {
        return puts;
    }

    /** One rank alone. */
    Track serial() {
        return serial;
    }

    /** With messages. */
    Track mpi() {
        return mpi;
    }

    /** In a partitioned global address space. */
    Track pgas() {
        return pgas;
    }

    /** PNG files by the step after which they were taken. */
    SortedMap<Integer, byte[]> frames() {
        return frames;
    }

    /** All do the same arithmetic on every cell, so the answers are the same to the last bit. */
    boolean isRight() {
        return puts.difference() == 0 && mpi.difference() == 0 && pgas.difference() == 0;
    }

    private static Path examples() {
        Path jar = Installation.examples();
        return jar != null ? jar : location(HeatProblem.class);
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot tell where the classes are: class=" + type.getName(), e);
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
