package org.hawser.examples;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;
import org.hawser.launcher.job.Program;

/** A finished job: how it ended and what its ranks wrote. */
record Job(int exitCode, List<String> lines, List<String> message) {
    private static final Path EXAMPLES = Path.of(System.getProperty("hawser.examples.classes"));
    /** Programs that only tests run. */
    private static final Path TESTS = EXAMPLES.resolveSibling("test-classes");

    /** Runs a class of the examples, or a source file. */
    static Job run(int ranks, boolean threads, String program, String... arguments) throws Exception {
        return runOn("", ranks, threads, program, arguments);
    }

    /** The same on a fabric; an empty name leaves the choice to Hawser. */
    static Job runOn(String fabric, int ranks, boolean threads, String program, String... arguments) throws Exception {
        Program found = Program.find(program, List.of(EXAMPLES, TESTS));
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        LocalJob job = LocalJob.start(JobSpec.of(ranks, found.main()).classPath(found.classPath()).args(arguments)
            // Examples are over before the second compiler pays, and answers are all that is checked.
            .jvmArgs("-XX:TieredStopAtLevel=1")
            .jvmArgs(fabric.isEmpty() ? new String[0] : new String[] {"-Dhawser.fabric=" + fabric})
            .threads(threads).timeout(Duration.ofSeconds(120)).output((rank, error, line) -> lines.add(line)).build());
        int exitCode = job.await();
        return new Job(exitCode, List.copyOf(lines), job.message());
    }

    String text() {
        return String.join("\n", lines) + String.join("\n", message);
    }
}
