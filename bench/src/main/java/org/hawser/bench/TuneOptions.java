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
import picocli.CommandLine.Option;

/**
 * {@code hawser bench tune}: measures the algorithms of collectives and writes the table of the best ones.
 *
 * <p><b>Threads:</b> main thread only.
 */
final class TuneOptions {
    private static final String SETTING = "HAWSER_MPI_COLL_TABLE";

    @Option(names = "--output", paramLabel = "FILE", defaultValue = "shm.algorithms",
        description = "Of tune: where the table goes (default: ${DEFAULT-VALUE}).")
    private Path output;

    @Option(names = "--dry-run", description = "Of tune: says what would be measured, and measures nothing.")
    private boolean dryRun;

    /** Tunes; returns the figures behind the table. */
    List<BenchRecord> run(Plan plan, Map<String, String> facts, boolean terminal)
            throws IOException, InterruptedException {
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
        write(facts, table);
        return tuning.records();
    }

    private void write(Map<String, String> facts, List<String> table) throws IOException {
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
