package org.hawser.bench.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.QuickTable;
import org.hawser.bench.report.Facts;
import org.hawser.launcher.Subcommand;
import org.hawser.launcher.job.Installation;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code hawser demo}: solves the heat equation with puts, with MPI and with PGAS, checks the answers, measures the
 * fabric and writes a page about it.
 *
 * <p><b>Threads:</b> main thread only.
 */
@Command(name = "demo", description = "Solves a heat equation in parallel, with puts, with MPI and with PGAS, checks "
    + "it, measures the fabric, and writes a page with pictures and plots.", mixinStandardHelpOptions = true,
    sortOptions = false, footer = {"",
        "Examples:",
        "  hawser demo",
        "  hawser demo -n 4 --grid 1024 --html heat.html",
        "",
        "The exit code is 0 when the parallel answers are the serial one."})
public final class DemoCommand implements Subcommand {
    private static final int LEAST_GRID = 16;
    private static final int MOST_GRID = 8192;
    private static final long BUSY_MILLIS = 250;
    private static final double NOTICEABLY_BUSY = 0.2;
    /** As far as a measurement gets whose time is up but which is not. */
    private static final double ALMOST = 0.99;

    @Option(names = {"-n", "--ranks"}, paramLabel = "N",
        description = "Ranks (default: as many as cores, at least 2).")
    private Integer ranks;

    @Option(names = "--grid", paramLabel = "CELLS", defaultValue = "640",
        description = "Cells along a side of the plate (default: ${DEFAULT-VALUE}).")
    private int grid;

    @Option(names = "--steps", paramLabel = "STEPS", defaultValue = "10000",
        description = "Steps of time (default: ${DEFAULT-VALUE}).")
    private int steps;

    @Option(names = "--html", paramLabel = "FILE", defaultValue = "hawser-demo.html",
        description = "Where the page goes (default: ${DEFAULT-VALUE}).")
    private Path html;

    @Option(names = "--fabric-seconds", paramLabel = "S", defaultValue = "15",
        description = "How long to measure the fabric; 0 leaves it out (default: ${DEFAULT-VALUE}).")
    private int fabricSeconds;

    private final PrintStream out = System.out;
    private final boolean terminal = ProgressBar.isTerminal();

    /** For the launcher. */
    public DemoCommand() {
    }

    @Override
    public Integer call() throws UsageException, IOException, InterruptedException {
        int cores = Runtime.getRuntime().availableProcessors();
        HeatRun run = new HeatRun(ranks == null ? Math.max(2, cores) : ranks, grid, steps);
        check(run);
        out.printf("Heat on a plate of %d x %d cells, %d steps, %d ranks on %d cores%n", grid, grid, steps, run.ranks(),
            cores);
        if (run.ranks() > cores) {
            out.println("  (more ranks than cores: they take turns, so expect no speed-up)");
        }
        double busy = Busyness.share(BUSY_MILLIS);
        if (busy > NOTICEABLY_BUSY) {
            out.printf(Locale.ROOT, "  (the machine is %.0f %% busy with other work: all times suffer)%n", 100 * busy);
        }
        int exitCode = solve(run);
        if (exitCode != 0) {
            return exitCode;
        }
        List<BenchRecord> records = measure();
        Map<String, String> facts = Facts.gather(Installation.home(), List.of());
        facts.put("command", command());
        facts.put("busy before", String.format(Locale.ROOT, "%.0f %% of all cores' time", 100 * busy));
        Files.writeString(html, new DemoPage(run, new FabricTable(records), facts).html());
        out.println();
        out.println("The page: " + html.toAbsolutePath().normalize().toUri());
        return run.isRight() ? 0 : 1;
    }

    private void check(HeatRun run) throws UsageException {
        if (run.ranks() < 1 || run.ranks() > JobSpec.MAX_RANKS) {
            throw new UsageException("a job has 1 to " + JobSpec.MAX_RANKS + " ranks: -n " + run.ranks());
        }
        if (grid < LEAST_GRID || grid > MOST_GRID || grid < run.ranks()) {
            throw new UsageException("a plate has " + LEAST_GRID + " to " + MOST_GRID + " cells along a side, and no "
                + "fewer than there are ranks: --grid " + grid);
        }
        if (steps < DemoRank.REPORTS) {
            throw new UsageException("too few steps to see anything: --steps " + steps + ", at least "
                + DemoRank.REPORTS);
        }
        if (fabricSeconds < 0) {
            throw new UsageException("a time is not negative: --fabric-seconds " + fabricSeconds);
        }
        String why = whyNotWritable();
        if (why != null) {
            throw new UsageException("cannot write the page: --html " + html + ": " + why);
        }
    }

    /** Tries it: better to hear of it before the run than after. */
    private String whyNotWritable() {
        Path parent = html.toAbsolutePath().normalize().getParent();
        if (Files.isDirectory(html)) {
            return "it is a directory";
        }
        if (!Files.isDirectory(parent)) {
            return "there is no directory " + parent;
        }
        boolean existed = Files.exists(html);
        try {
            Files.newOutputStream(html, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
            if (!existed) {
                Files.delete(html);
            }
            return null;
        } catch (AccessDeniedException e) {
            return "access is denied";
        } catch (IOException e) {
            return "it cannot be written there";
        }
    }

    private int solve(HeatRun run) throws IOException, InterruptedException {
        ProgressBar together = new ProgressBar(out, terminal, "solving with " + run.ranks() + " ranks");
        ProgressBar alone = new ProgressBar(out, terminal, "solving alone, to compare");
        ProgressBar mpi = new ProgressBar(out, terminal, "solving with " + run.ranks() + " ranks, by MPI");
        ProgressBar pgas = new ProgressBar(out, terminal, "solving with " + run.ranks() + " ranks, by PGAS");
        int exitCode = run.start(report -> {
            double[] values = report.values();
            switch (report.kind()) {
                case DemoReport.STEP -> show(together, values[0], String.format(Locale.ROOT, ", change %.1e",
                    values[1]), values[2]);
                case DemoReport.SERIAL -> show(alone, values[0], "", values[1]);
                case DemoReport.MPI -> show(mpi, values[0], "", values[1]);
                case DemoReport.PGAS -> show(pgas, values[0], "", values[1]);
                default -> { }
            }
        });
        if (exitCode == 0) {
            out.printf(Locale.ROOT, "  answer: %s (largest difference from the serial run: %s, by MPI %s, by PGAS "
                + "%s)%n", run.isRight() ? "OK" : "FAIL", run.puts().difference(), run.mpi().difference(),
                run.pgas().difference());
            out.printf(Locale.ROOT, "  speed-up: %.2f with %d ranks, by MPI %.2f, by PGAS %.2f, once warm%n",
                run.puts().speedUp(run.serial()), run.ranks(), run.mpi().speedUp(run.serial()),
                run.pgas().speedUp(run.serial()));
            out.println();
            out.println("The same in two models: a rank and its neighbours exchange edges");
            new HeatCode(run).text().forEach(out::println);
        }
        return exitCode;
    }

    private void show(ProgressBar bar, double step, String more, double nanos) {
        bar.show(step / steps, String.format(Locale.ROOT, "step %.0f", step) + more);
        if (step == steps) {
            bar.done(time(nanos / 1e9));
        }
    }

    private String time(double seconds) {
        return String.format(Locale.ROOT, "%.2f s, %.0f µs a step", seconds, seconds / steps * 1e6);
    }

    private List<BenchRecord> measure() {
        if (fabricSeconds == 0) {
            return List.of();
        }
        ProgressBar bar = new ProgressBar(out, terminal, "measuring the fabric");
        long start = System.nanoTime();
        List<BenchRecord> records;
        try {
            records = QuickTable.measure(Duration.ofSeconds(fabricSeconds), what ->
                bar.show(Math.min(ALMOST, (System.nanoTime() - start) / 1e9 / fabricSeconds), what));
            bar.done("");
        } catch (UncheckedIOException e) {
            bar.done("not possible: " + e.getCause().getMessage());
            return List.of();
        }
        FabricTable table = new FabricTable(records);
        if (!table.isEmpty()) {
            out.println();
            out.println("What the fabric does here, between 2 ranks on " + table.whereabouts()
                + " (the machine: plain Java on the same memory)");
            table.text().forEach(out::println);
        }
        return records;
    }

    private String command() {
        return "hawser demo" + (ranks == null ? "" : " -n " + ranks) + " --grid " + grid + " --steps " + steps;
    }
}
