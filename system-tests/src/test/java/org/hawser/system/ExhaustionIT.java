package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Full shared memory: an exception at allocation with both numbers and the setting, never a fault at access. */
class ExhaustionIT {
    private static final int MEBIBYTES = 8;

    @TempDir
    private Path small;

    private boolean mounted;

    @BeforeEach
    void mountASmallMemoryFileSystem() throws Exception {
        mounted = run("mount", "-t", "tmpfs", "-o", "size=" + MEBIBYTES + "m", "tmpfs", small.toString());
        assumeTrue(mounted, "a memory file system of a few MiB can be mounted only by root");
        System.setProperty("hawser.shm.dir", small.toString());
    }

    @AfterEach
    void unmount() throws Exception {
        System.clearProperty("hawser.shm.dir");
        if (mounted) {
            assertTrue(run("umount", small.toString()));
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void anAllocationThatFindsNoRoomSaysHowMuchWasAskedAndHowMuchThereIs() throws Exception {
        RankJob job = RankJob.start(2, builder -> builder, "fillMemory");
        assertNotEquals(0, job.await());
        assertTrue(job.message().contains("rank 1"), job::report);
        assertTrue(job.report().matches("(?s).*not enough shared memory: asked=\\d+ available=\\d+ .*HAWSER_SHM_DIR.*"),
            job::report);
        assertEquals(0, RankJob.entries(small));
    }

    @Test
    void aJobThatDoesNotFitSaysSo() throws Exception {
        RankJob job = RankJob.start(2, builder -> builder.jvmArgs("-Dhawser.shm.mailbox=64M"), "short");
        assertNotEquals(0, job.await());
        assertTrue(job.report().contains("not enough shared memory: asked="), job::report);
        assertEquals(0, RankJob.entries(small));
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "meeting"})
    void whereAProcessFindsNoRoomForACollectiveCallAllAreTold(String call) throws Exception {
        RankJob.assertRuns(MpiCrowded.class, 2, builder -> builder, call, small.resolveSibling("data").toString());
    }

    @Test
    void whatNeedsNoMoreRoomGoesOnWithoutLanes() throws Exception {
        RankJob.assertRuns(2, builder -> builder.jvmArgs("-Dhawser.shm.lane=64M"), "flood", "2000");
    }
}
