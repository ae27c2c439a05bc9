package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ranks do under any launcher that starts them with a plain {@code java} command. */
abstract class LauncherContract {
    @TempDir
    private Path directory;

    OtherLauncher launcher;

    /** The words that start so many ranks. */
    abstract String command(int ranks);

    /** The exit code of a job of which one rank calls abort(9), which not every launcher passes on. */
    int abortCode() {
        return 9;
    }

    @BeforeEach
    void prepare() throws Exception {
        launcher = new OtherLauncher(directory);
    }

    @Test
    void ranksFindEachOther() throws Exception {
        OtherLauncher.Result result = launcher.run(command(4), OtherLauncher.java(PlainPrograms.class, "mixture"));
        assertEquals(0, result.exitCode(), result.said());
        assertEquals(4, result.count("well"), result.said());
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(1, result.count("hello " + rank + " of 4 sum=6 near=4"), result.said());
        }
        assertEquals(0, RankJob.entries(launcher.shm()), "what is left in shared memory");
    }

    @Test
    void programsOfTheRuntimeJoinAsWell() throws Exception {
        OtherLauncher.Result result = launcher.run(command(2), OtherLauncher.java(Programs.class, "barriers", "50"));
        assertEquals(0, result.exitCode(), result.said());
        assertEquals(2, result.count("well"), result.said());
        assertEquals(0, RankJob.entries(launcher.shm()), "what is left in shared memory");
    }

    @Test
    void anExceptionNamesItsRankAndEndsTheJob() throws Exception {
        OtherLauncher.Result result = launcher.run(command(3), OtherLauncher.java(PlainPrograms.class, "throw"));
        assertNotEquals(0, result.exitCode(), result.said());
        assertTrue(result.said().contains("rank 1 of 3 failed: java.lang.IllegalStateException: boom"), result.said());
        assertFalse(result.said().contains("well"), result.said());
    }

    @Test
    void anAbortEndsTheJob() throws Exception {
        OtherLauncher.Result result = launcher.run(command(3), OtherLauncher.java(PlainPrograms.class, "abort"));
        assertEquals(abortCode(), result.exitCode(), result.said());
        assertTrue(result.said().contains("abort called by rank 1 of 3"), result.said());
    }

    @Test
    void anExitEndsTheJob() throws Exception {
        OtherLauncher.Result result = launcher.run(command(2), OtherLauncher.java(PlainPrograms.class, "exit"));
        assertNotEquals(0, result.exitCode(), result.said());
    }

    @Test
    void aKilledRankEndsTheJobAndTheNextClearsUp() throws Exception {
        OtherLauncher.Running running = launcher.start(command(3), OtherLauncher.java(PlainPrograms.class, "wait"));
        List<ProcessHandle> ranks = running.ranks(3);
        RankJob.kill(ranks.get(1).pid());
        OtherLauncher.Result result = running.await();
        assertNotEquals(0, result.exitCode(), result.said());
        OtherLauncher.awaitEnd(ranks);
        OtherLauncher.Result next = launcher.run(command(2), OtherLauncher.java(PlainPrograms.class, "hello"));
        assertEquals(0, next.exitCode(), next.said());
        assertEquals(0, RankJob.entries(launcher.shm()), "what is left in shared memory");
    }

    /** Kills whoever started the ranks, and waits for the ranks' end. */
    void assertRanksEndWith(String starter) throws Exception {
        OtherLauncher.Running running = launcher.start(command(2), OtherLauncher.java(PlainPrograms.class, "wait"));
        List<ProcessHandle> ranks = running.ranks(2);
        ProcessHandle found = ranks.get(0).parent().orElseThrow();
        String name = found.info().command().orElse("");
        assertTrue(name.endsWith(starter), "started by " + name);
        RankJob.kill(found.pid());
        OtherLauncher.awaitEnd(ranks);
        running.process().destroyForcibly();
    }
}
