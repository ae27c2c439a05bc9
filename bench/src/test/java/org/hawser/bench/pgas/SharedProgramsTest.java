package org.hawser.bench.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hawser.bench.nas.KernelKind;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What computes on shared memory is right, whichever way the data goes, and whatever carries it. */
class SharedProgramsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(120);

    @ParameterizedTest
    @CsvSource({"1, shm, false", "2, shm, false", "4, shm, true", "2, tcp, false", "4, tcp, true"})
    void theAnswersAreTheOfficialOnes(int threads, String fabric, boolean inOneProcess) throws Exception {
        // The answers are all that counts, and they are there before the second compiler pays.
        assertVerified(threads, fabric, inOneProcess, KernelWay.kernels(), "-XX:TieredStopAtLevel=1");
    }

    /** The other kernels are compared nowhere, but what they call is there, too; and both compilers make it. */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"4, shm", "4, tcp"})
    void theOtherKernelsAreRightAsWell(int threads, String fabric) throws Exception {
        assertVerified(threads, fabric, true, List.of(KernelKind.IS, KernelKind.SP, KernelKind.EP));
    }

    @Test
    void ordersGoToEverybodyOnce() {
        for (AccessOrder order : AccessOrder.values()) {
            Set<Integer> seen = new HashSet<>();
            for (int step = 0; step < 5; step++) {
                seen.add(order.thread(3, step, 5));
            }
            assertEquals(Set.of(0, 1, 2, 3, 4), seen);
        }
        assertEquals(0, AccessOrder.ZERO_FIRST.thread(3, 0, 5));
        assertEquals(4, AccessOrder.ROTATED.thread(3, 0, 5));
        assertEquals(3, AccessOrder.ROTATED.thread(3, 4, 5));
    }

    @Test
    void aWayIsFoundByItsWord() {
        for (KernelWay way : KernelWay.values()) {
            assertEquals(way, KernelWay.of(way.word()));
        }
        assertTrue(KernelWay.of(KernelKind.FT).containsAll(List.of(KernelWay.ROTATED, KernelWay.ZERO_FIRST)));
    }

    private static void assertVerified(int threads, String fabric, boolean inOneProcess, List<KernelKind> kernels,
                                       String... jvmArgs) throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        LocalJob job = LocalJob.start(JobSpec.of(threads, SharedPrograms.class.getName())
            .args(kernels.stream().map(KernelKind::name).toArray(String[]::new))
            .classPath(List.of(classesOf(SharedPrograms.class), classesOf(SharedTeam.class)))
            .environment("HAWSER_FABRIC", fabric).jvmArgs(jvmArgs).threads(inOneProcess).timeout(TIMEOUT)
            .output((rank, error, line) -> lines.add(line)).build());
        int exitCode = job.await();
        assertEquals(0, exitCode, () -> String.join("\n", lines) + String.join("\n", job.message()));
        assertEquals(expected(kernels).map(what -> what + " verified").toList(), lines);
    }

    private static Stream<String> expected(List<KernelKind> kernels) {
        return Stream.of(
            kernels.stream().flatMap(kernel -> KernelWay.of(kernel).stream().map(way -> kernel + " " + way.word())),
            Stream.of(SharedTable.Way.values()).map(way -> "updates " + way.word()),
            Stream.of(SharedTriad.Way.values()).map(way -> "triad " + way.word())).flatMap(all -> all);
    }

    private static Path classesOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
