package org.hawser.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hawser.bench.experiment.Plan;
import org.hawser.bench.experiment.Tuning;
import org.hawser.bench.report.ProgressLine;
import org.hawser.launcher.job.UsageException;
import picocli.CommandLine.Option;

/**
 * {@code hawser bench tune}: measures the algorithms of collectives and writes the table of the best ones.
 *
 * <p><b>Threads:</b> main thread only.
 */
final class TuneOptions {
    private static final String SETTING = "HAWSER_MPI_COLL_TABLE";

    @Option(names = {"--write", "--output"}, paramLabel = "FILE",
        description = "Of tune: where the table goes (default: shm.algorithms; with --fabric tcp, tcp.algorithms).")
    private Path chosen;

    @Option(names = "--dry-run", description = "Of tune: says what would be measured, and measures nothing.")
    private boolean dryRun;

    /** Tunes; returns the figures behind the table. */
    List<BenchRecord> run(Plan plan, Map<String, String> facts, boolean terminal)
            throws UsageException, IOException, InterruptedException {
        if (plan.network().isTcp() && !Network.TCP.equals(plan.network().fabric())) {
            throw new UsageException("a table is for one medium: --fabric shm, or --fabric tcp");
        }
        Path output = chosen == null ? Path.of(plan.network().word() + ".algorithms") : chosen;
        checkDirectory(output);
        Tuning tuning;
        List<String> table;
        try (ProgressLine line = new ProgressLine(System.err, terminal)) {
            tuning = new Tuning(plan, line::show);
            tuning.outline().forEach(System.out::println);
            if (dryRun) {
                System.out.println("nothing was measured; the table would be written to " + output.toAbsolutePath());
                return List.of();
            }
            table = tuning.run();
        }
        tuning.figures().forEach(System.out::println);
        if (tuning.dropped() > 0) {
            System.out.println("not counted, because the cores moved or somebody else used them: " + tuning.dropped()
                + " samples");
        }
        write(output, facts, table);
        return tuning.records();
    }

    /** Before hours of measuring, not after. */
    private static void checkDirectory(Path output) throws UsageException {
        Path directory = output.toAbsolutePath().getParent();
        if (Files.isDirectory(output) || !Files.isWritable(directory)) {
            throw new UsageException("the table cannot be written there: --write " + output);
        }
    }

    private static void write(Path output, Map<String, String> facts, List<String> table) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("# Measured by hawser bench tune. Ranks and bytes are the most that a line is for; the first line"
            + " that fits is taken.");
        facts.forEach((name, value) -> lines.add("# " + name + ": " + value));
        lines.addAll(table);
        Files.write(output, lines);
        System.out.println();
        table.forEach(System.out::println);
        System.out.println();
        System.out.println("written to " + output.toAbsolutePath());
        System.out.println("its lines come before the library's own with " + SETTING + "=" + output.toAbsolutePath());
    }
}
