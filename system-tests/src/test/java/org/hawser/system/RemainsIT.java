package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What jobs that communicate leave in shared memory: nothing, however they end. */
class RemainsIT {
    @TempDir
    private Path shm;

    @BeforeEach
    void useADirectoryOfOurOwn() {
        System.setProperty("hawser.shm.dir", shm.toString());
    }

    @AfterEach
    void useTheUsualOne() {
        System.clearProperty("hawser.shm.dir");
    }

    @Test
    void jobsInARowLeaveNothing() throws Exception {
        for (int i = 0; i < 10; i++) {
            RankJob.assertRuns(3, RankJob::brief, "short");
            assertEquals(0, RankJob.entries(shm));
        }
    }

    @Test
    void ranksThatCommunicateEndWithinFiveSecondsOfTheirLauncher() throws Exception {
        Process launcher = launcher("spin");
        List<ProcessHandle> ranks = ranksOf(launcher);
        long start = System.nanoTime();
        RankJob.kill(launcher.pid());
        while (ranks.stream().anyMatch(ProcessHandle::isAlive)) {
            assertTrue(System.nanoTime() - start <= 5_000_000_000L, "ranks outlive their launcher");
            Thread.sleep(50);
        }
        assertEquals(0, RankJob.entries(shm), "the last rank has cleared away");
    }

    private Process launcher(String program) throws Exception {
        String classPath = RankJob.classPath().stream().map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(BuiltHawser.words());
        command.addAll(List.of("run", "-n", "3", "-cp", classPath, Programs.class.getName(), program));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("HAWSER_SHM_DIR", shm.toString());
        return builder.redirectErrorStream(true).start();
    }

    /** Its ranks, once they all run. */
    private static List<ProcessHandle> ranksOf(Process launcher) throws Exception {
        var lines = launcher.inputReader();
        for (int up = 0; up < 3; ) {
            String line = lines.readLine();
            assertTrue(line != null, "the job ended");
            up += line.equals("up") ? 1 : 0;
        }
        return launcher.descendants().toList();
    }
}
