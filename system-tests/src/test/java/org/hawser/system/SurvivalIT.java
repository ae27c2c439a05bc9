package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left when a job does not end as it should: nothing, after the next start at the latest. */
class SurvivalIT {

    @TempDir
    private Path directory;

    private Hawser hawser;

    @BeforeEach
    void install() throws Exception {
        hawser = new Hawser(directory);
    }

    @Test
    void aSignalToTheLauncherEndsTheJob() throws Exception {
        for (String signal : List.of("INT", "TERM")) {
            Process launcher = hawser.start("-n 3", "goodbye");
            List<ProcessHandle> ranks = handles(Hawser.lines(launcher, 3));
            new ProcessBuilder("kill", "-" + signal, Long.toString(launcher.pid())).start().waitFor();
            assertTrue(launcher.waitFor(5, TimeUnit.SECONDS));
            assertEquals(signal.equals("INT") ? 130 : 143, launcher.exitValue());
            assertEquals(List.of("goodbye 0", "goodbye 1", "goodbye 2", "hawser: interrupted, ending the job: ranks=3"),
                launcher.inputReader().lines().sorted().toList(), "ranks are asked to end, and their hooks run");
            assertFalse(ranks.stream().anyMatch(ProcessHandle::isAlive));
            assertEquals(0, left());
        }
    }

    @Test
    void ranksDoNotOutliveAKilledLauncher() throws Exception {
        for (String how : List.of("-n 3", "-n 1 --threads")) {
            Process launcher = hawser.start(how, "pid");
            List<ProcessHandle> ranks = handles(Hawser.lines(launcher, how.equals("-n 3") ? 3 : 1));
            launcher.destroyForcibly().waitFor();
            assertTrue(endWithin(ranks, 4_000));
        }
        hawser.run("-n 1", "hello");
        assertEquals(0, left());
    }

    @Test
    void allKilledAtOnceLeaveNothingAfterTheNextStart() throws Exception {
        Process launcher = hawser.start("-n 3", "pid");
        List<ProcessHandle> ranks = handles(Hawser.lines(launcher, 3));
        launcher.destroyForcibly();
        ranks.forEach(ProcessHandle::destroyForcibly);
        assertTrue(endWithin(ranks, 2_000));
        launcher.waitFor();
        assertEquals(1, left());
        hawser.run("-n 1", "hello");
        assertEquals(0, left());
    }

    @Test
    void twoJobsAtOnceDoNotDisturbEachOther() throws Exception {
        Process first = hawser.start("-n 2", "pid");
        Hawser.lines(first, 2);
        assertEquals(0, hawser.run("-n 2", "hello").exitCode());
        assertEquals(1, left());
        assertTrue(first.isAlive());
        first.destroy();
        assertTrue(first.waitFor(5, TimeUnit.SECONDS));
    }

    private static List<ProcessHandle> handles(List<String> pids) {
        return pids.stream().map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow()).toList();
    }

    private static boolean endWithin(List<ProcessHandle> ranks, long millis) throws InterruptedException {
        long deadline = System.currentTimeMillis() + millis;
        while (ranks.stream().anyMatch(ProcessHandle::isAlive) && System.currentTimeMillis() < deadline) {
            Thread.sleep(50);
        }
        return ranks.stream().noneMatch(ProcessHandle::isAlive);
    }

    private long left() throws Exception {
        try (var entries = Files.list(hawser.shm())) {
            return entries.count();
        }
    }
}
