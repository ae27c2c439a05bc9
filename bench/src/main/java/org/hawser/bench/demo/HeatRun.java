package org.hawser.bench.demo;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * The runs of the demo's problem: with one-sided puts, with MPI messages, and the serial one that both are checked
 * against; and what they reported.
 *
 * <p><b>Threads:</b> the reports come on the job's output thread; read it when {@link #start} has returned.
 */
final class HeatRun {
    /** Of a hundred; while the code is interpreted and compiled a step takes many times as long. */
    static final int WARM_UP_REPORTS = 5;

    /**
     * How far a run was.
     *
     * @param step   steps done
     * @param change the largest change in the last of them; not a number where it was not looked for
     * @param nanos  spent on steps so far
     */
    record Mark(int step, double change, double nanos) {
    }

    private final int ranks;
    private final int cells;
    private final int steps;
    private final List<Mark> parallel = new ArrayList<>();
    private final List<Mark> serial = new ArrayList<>();
    private final List<Mark> mpi = new ArrayList<>();
    private final SortedMap<Integer, byte[]> frames = new TreeMap<>();
    private int down = 1;
    private int across = 1;
    private double difference = Double.NaN;
    private double mpiDifference = Double.NaN;

    HeatRun(int ranks, int cells, int steps) {
        this.ranks = ranks;
        this.cells = cells;
        this.steps = steps;
    }

    /**
     * Runs two jobs, one after the other: puts and the serial run, then MPI.
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
            case DemoReport.STEP -> parallel.add(new Mark((int) values[0], values[1], values[2]));
            case DemoReport.SERIAL -> serial.add(new Mark((int) values[0], Double.NaN, values[1]));
            case DemoReport.MPI -> mpi.add(new Mark((int) values[0], Double.NaN, values[1]));
            case DemoReport.FRAME -> frames.put((int) values[0], new byte[0]);
            case DemoReport.DIFFERENCE -> difference = values[0];
            case DemoReport.MPI_DIFFERENCE -> mpiDifference = values[0];
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

    List<Mark> parallel() {
        return parallel;
    }

    List<Mark> serial() {
        return serial;
    }

    List<Mark> mpi() {
        return mpi;
    }

    /** PNG files by the step after which they were taken. */
    SortedMap<Integer, byte[]> frames() {
        return frames;
    }

    /** The largest difference between the answer with puts and the serial one. */
    double difference() {
        return difference;
    }

    /** The largest difference between the answer with MPI and the serial one. */
    double mpiDifference() {
        return mpiDifference;
    }

    /** All do the same arithmetic on every cell, so the answers are the same to the last bit. */
    boolean isRight() {
        return difference == 0 && mpiDifference == 0;
    }

    double parallelSeconds() {
        return seconds(parallel);
    }

    double serialSeconds() {
        return seconds(serial);
    }

    double mpiSeconds() {
        return seconds(mpi);
    }

    private static double seconds(List<Mark> marks) {
        return marks.isEmpty() ? Double.NaN : marks.getLast().nanos() / 1e9;
    }

    /** How much faster the ranks are together, once their JVMs are warm. */
    double speedUp() {
        return warmNanos(serial) / warmNanos(parallel);
    }

    /** The same with MPI. */
    double mpiSpeedUp() {
        return warmNanos(serial) / warmNanos(mpi);
    }

    private static double warmNanos(List<Mark> marks) {
        return marks.size() <= WARM_UP_REPORTS ? Double.NaN
            : marks.getLast().nanos() - marks.get(WARM_UP_REPORTS - 1).nanos();
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
