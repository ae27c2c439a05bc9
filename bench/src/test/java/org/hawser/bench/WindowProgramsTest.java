package org.hawser.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hawser.bench.dense.DenseFigures;
import org.hawser.bench.dense.DenseProgram;
import org.hawser.bench.nas.NasFigures;
import org.hawser.bench.nas.NasProgram;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs on windows are right, whichever way the data goes. */
class WindowProgramsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(120);

    /** Orders that blocks do not divide, more ranks than a square has. */
    @ParameterizedTest
    @CsvSource({"lu, 150, 32, 2, false", "lu, 200, 32, 6, true", "summa, 96, 20, 4, true"})
    void matricesAreRight(String program, String order, String side, int ranks, boolean threads) throws Exception {
        List<String> variants = program.equals("lu") ? List.of("direct", "two-sided", "agent", "network", "migrate")
            : List.of("direct", "lines", "two-sided", "agent");
        List<String> arguments = new ArrayList<>(List.of(program, order, side, "1"));
        arguments.addAll(variants);
        List<DenseFigures> figures = run(DenseProgram.class, ranks, threads, arguments).stream()
            .map(line -> DenseFigures.parse(line).orElseThrow()).toList();
        assertEquals(variants, figures.stream().map(DenseFigures::variant).toList());
        assertTrue(figures.stream().allMatch(DenseFigures::verified), figures::toString);
    }

    @ParameterizedTest
    @CsvSource({"MG, 4, true", "CG, 4, true", "MG, 2, false"})
    void kernelsAreRight(String kernel, int ranks, boolean threads) throws Exception {
        List<String> ways = List.of("MESSAGES", "BLOCKING", "NONBLOCKING");
        List<String> arguments = new ArrayList<>(List.of(kernel, "S", "1"));
        arguments.addAll(ways);
        List<String> lines = run(NasProgram.class, ranks, threads, arguments);
        assertEquals(ways.size(), lines.size());
        assertTrue(lines.stream().allMatch(line -> NasFigures.parse(line).orElseThrow().verified()), lines::toString);
    }

    @Test
    void figuresAreReadAsTheyWereWritten() {
        assertTrue(DenseFigures.parse("something else").isEmpty());
        DenseFigures figures = DenseFigures.parse("@dense agent true 0.5 0.1 0.2 0.3 0.4").orElseThrow();
        assertEquals(new DenseFigures("agent", true, 0.5, List.of(0.1, 0.2, 0.3, 0.4)), figures);
        assertEquals("agent         0.500 s, right, lock 0.100 s, get 0.200 s, unlock 0.300 s, barrier 0.400 s",
            figures.toString());
    }

    private static List<String> run(Class<?> program, int ranks, boolean threads, List<String> arguments)
            throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        LocalJob job = LocalJob.start(JobSpec.of(ranks, program.getName()).args(arguments.toArray(String[]::new))
            .classPath(List.of(classesOf(program))).threads(threads).timeout(TIMEOUT)
            // The answers are all that counts, and they are there before the second compiler pays.
            .jvmArgs("-XX:TieredStopAtLevel=1")
            .output((rank, error, line) -> lines.add(line)).build());
        assertEquals(0, job.await(), () -> String.join("\n", lines) + String.join("\n", job.message()));
        return lines;
    }

    private static Path classesOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
