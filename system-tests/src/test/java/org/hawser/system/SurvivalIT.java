package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
            Process launcher = hawser.start("-n 3", "pid");
            List<ProcessHandle> ranks = handles(Hawser.lines(launcher, 3));
            new ProcessBuilder("kill", "-" + signal, Long.toString(launcher.pid())).start().waitFor();
            assertTrue(launcher.waitFor(5, TimeUnit.SECONDS));
            assertEquals(signal.equals("INT") ? 130 : 143, launcher.exitValue());
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

    @Test
    @Tag("slow")
    void twoHundredJobsLeakNothing() throws Exception {
        System.setProperty("hawser.shm.dir", hawser.shm().toString());
        try {
            JobSpec spec = JobSpec.of(2, Programs.class.getName()).args("short")
                .classPath(List.of(Path.of("target/test-classes").toAbsolutePath())).output((r, e, l) -> { }).build();
            long files = 0;
            long threads = 0;
            for (int i = 0; i < 200; i++) {
                assertEquals(0, LocalJob.start(spec).await());
                if (i == 20) {
                    files = openFiles();
                    threads = Thread.activeCount();
                }
            }
            assertEquals(0, left());
            assertTrue(openFiles() <= files + 2, "open files: then=" + files + " now=" + openFiles());
            assertTrue(Thread.activeCount() <= threads + 2, "threads: then=" + threads);
            assertEquals(0, ProcessHandle.current().children().filter(ProcessHandle::isAlive).count());
        } finally {
            System.clearProperty("hawser.shm.dir");
        }
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

    private static long openFiles() throws Exception {
        try (var entries = Files.list(Path.of("/proc/self/fd"))) {
            return entries.count();
        }
    }
}
