package org.hawser.bench.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import mpi.MPIException;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The answers are the official ones, however many ranks there are. */
class KernelTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(120);

    @ParameterizedTest
    @EnumSource
    void aKernelAloneIsRight(KernelKind kind) throws MPIException {
        Outcome outcome = kind.make().run(Team.alone(), ProblemClass.S);
        assertTrue(outcome.verified(), () -> String.join("\n", outcome.checks()));
        assertTrue(outcome.seconds() > 0 && outcome.mops() > 0);
    }

    @ParameterizedTest
    @CsvSource({"2, false", "4, true"})
    void ranksAreRightTogether(int ranks, boolean threads) throws Exception {
        assertVerified(ranks, threads, Stream.of(KernelKind.values()).filter(kind -> kind.suits(ranks)).toList());
    }

    /** On 16 ranks MG has levels with fewer points than ranks; on 9, cells of the flow have three neighbours each. */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"3, EP", "8, CG", "9, SP", "16, MG", "16, IS"})
    void ranksThatShareCoresAreRightTogether(int ranks, KernelKind kind) throws Exception {
        assertVerified(ranks, true, List.of(kind));
    }

    @Test
    void aKernelKnowsHowManyRanksSuitIt() {
        assertTrue(KernelKind.EP.suits(3));
        assertTrue(KernelKind.CG.suits(8));
        assertFalse(KernelKind.CG.suits(6));
        assertTrue(KernelKind.BT.suits(9));
        assertFalse(KernelKind.BT.suits(2));
        assertFalse(KernelKind.EP.suits(0));
    }

    @Test
    void aKernelKnowsItsClasses() {
        assertEquals(List.of(ProblemClass.S, ProblemClass.W, ProblemClass.A), KernelKind.MG.classes());
        assertEquals(List.of(ProblemClass.S, ProblemClass.W), KernelKind.SP.classes());
        assertThrows(IllegalArgumentException.class, () -> new Sp().find(ProblemClass.A));
    }

    @Test
    void figuresAreReadAsTheyWereWritten() {
        NasFigures figures = new NasFigures(true, 0.25, 123.4);
        assertEquals(figures, NasFigures.parse(figures.toLine()).orElseThrow());
        assertTrue(NasFigures.parse("something else").isEmpty());
    }

    private static void assertVerified(int ranks, boolean threads, List<KernelKind> kinds) throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        LocalJob job = LocalJob.start(JobSpec.of(ranks, SomeKernels.class.getName())
            .args(kinds.stream().map(KernelKind::name).toArray(String[]::new))
            .classPath(List.of(classesOf(SomeKernels.class), classesOf(KernelKind.class))).threads(threads)
            .timeout(TIMEOUT).output((rank, error, line) -> lines.add(line)).build());
        int exitCode = job.await();
        assertEquals(0, exitCode, () -> String.join("\n", lines) + String.join("\n", job.message()));
        assertEquals(kinds.stream().map(kind -> kind + " verified").toList(), lines);
    }

    private static Path classesOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
