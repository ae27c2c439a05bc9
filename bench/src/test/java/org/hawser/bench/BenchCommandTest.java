package org.hawser.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hawser.bench.experiment.Experiment;
import org.hawser.bench.experiment.Experiments;
import org.hawser.launcher.HawserCommand;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BenchCommandTest {

    private record Outcome(int exitCode, String out, String err) {
    }

    private static Outcome run(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream newOut = new ByteArrayOutputStream();
        ByteArrayOutputStream newErr = new ByteArrayOutputStream();
        System.setOut(new PrintStream(newOut, true));
        System.setErr(new PrintStream(newErr, true));
        try {
            int exitCode = HawserCommand.execute(arguments);
            return new Outcome(exitCode, newOut.toString(), newErr.toString());
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
            Arguments.of("bench barier", "unknown experiment: barier (did you mean barrier?)"),
            Arguments.of("bench xyzzyxyz", "unknown experiment: xyzzyxyz; --list"),
            Arguments.of("bench", "which experiment?"),
            Arguments.of("bench am --ranks 1", "--ranks 1"),
            Arguments.of("bench am --ranks 2,1", "--ranks 1"),
            Arguments.of("bench collectives --collectives fold", "unknown collective: fold"),
            Arguments.of("bench collectives --buffers paper", "unknown kind of memory: paper"),
            Arguments.of("bench collectives --algorithm ring", "COLLECTIVE=ring"),
            Arguments.of("bench nas --kernels cgg", "unknown kernel: cgg"),
            Arguments.of("bench nas --class Z", "--class Z; there are S, W, A"),
            Arguments.of("bench nas --ranks 0", "--ranks 0"),
            Arguments.of("bench am --rounds -3", "--rounds -3"),
            Arguments.of("bench am --sizes 7", "multiples of 8"),
            Arguments.of("bench am --sizes huge", "not a size: huge"),
            Arguments.of("bench am --jason f", "unknown option: --jason (did you mean --json?)"),
            Arguments.of("bench latency --fabric udp", "unknown fabric: udp; there are shm, tcp"),
            Arguments.of("bench raw --fabric tcp", "raw is about memory that ranks share"),
            Arguments.of("bench latency --tls", "add --fabric tcp"),
            Arguments.of("bench tune --fabric shm,tcp", "a table is for one medium"),
            Arguments.of("bench tune --write /no/such/place", "cannot be written there: --write /no/such/place"),
            Arguments.of("bench latency --fabric tcp --hosts a,b", "unknown hosts: a,b; there is 2ns"),
            Arguments.of("bench latency --fabric tcp --peer openmpi-nocma", "unknown peer: openmpi-nocma"),
            Arguments.of("bench am --peer lam", "unknown peer: lam; peers are openmpi, mpich, oshmem"),
            Arguments.of("bench pgas-latecy", "unknown experiment: pgas-latecy (did you mean pgas-latency?)"),
            Arguments.of("bench pgas-memory --fabric tcp", "pgas-memory is about memory that ranks share"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsExplainedAndEndsWithTwo(String line, String explanation) {
        Outcome outcome = run(line.split(" "));
        assertEquals(2, outcome.exitCode(), outcome.err());
        assertTrue(outcome.err().contains(explanation), outcome.err());
    }

    @Test
    void theListNamesEveryExperiment() {
        Outcome outcome = run("bench", "--list");
        assertEquals(0, outcome.exitCode());
        for (Experiment experiment : Experiments.all()) {
            assertTrue(outcome.out().contains(experiment.name() + " "), experiment.name());
        }
    }

    @Test
    void tuningCanBeRehearsed() {
        Outcome outcome = run("bench", "tune", "--dry-run", "--ranks", "2,4", "--collectives", "bcast");
        assertEquals(0, outcome.exitCode(), outcome.err());
        assertTrue(outcome.out().contains("binomial") && outcome.out().contains("nothing was measured"),
            outcome.out());
    }

    /** On a machine that others use every sample may have been dropped; then the table has no lines. */
    @Tag("slow")
    @Test
    void tuningWritesATable(@TempDir Path directory) throws IOException {
        Path table = directory.resolve("mine.algorithms");
        Outcome outcome = run("bench", "tune", "--threads", "--ranks", "2", "--sizes", "8", "--rounds", "1",
            "--collectives", "scan,exscan", "--write", table.toString());
        assertEquals(0, outcome.exitCode(), outcome.err());
        assertTrue(outcome.out().contains("written to " + table), outcome.out());
        List<String> lines = Files.readAllLines(table);
        assertTrue(lines.contains("[shm]"), lines::toString);
        lines.stream().filter(line -> !line.startsWith("#") && !line.startsWith("["))
            .forEach(line -> assertTrue(line.matches("(ex)?scan +\\* +\\* +(linear|recursive-doubling)"), line));
    }

    @Test
    void helpHasExamples() {
        String help = run("bench", "--help").out();
        assertTrue(help.contains("hawser bench raw am rate"));
        for (String name : List.of("pgas-latency", "pgas-bandwidth", "pgas-loop", "pgas-memory", "pgas-idle",
                "pgas-pcj")) {
            assertTrue(help.lines().anyMatch(line -> line.contains("hawser bench") && line.contains(name)), name);
        }
    }

    @Test
    void sizesHaveSuffixes() {
        assertEquals(8, new SizeConverter().convert("8"));
        assertEquals(64 << 10, new SizeConverter().convert("64k"));
        assertEquals(4 << 20, new SizeConverter().convert("4MiB"));
    }
}
