package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Slurm of one machine: {@code srun} with each of the ways in which it helps ranks to meet, and with none. */
class SlurmIT {
    @TempDir
    private static Path cluster;
    private static OneMachineSlurm slurm;

    @TempDir
    private Path directory;
    private OtherLauncher launcher;

    @BeforeAll
    static void startSlurm() throws Exception {
        String missing = OneMachineSlurm.missing();
        assumeTrue(missing == null, missing);
        slurm = new OneMachineSlurm(cluster);
    }

    @AfterAll
    static void stopSlurm() throws Exception {
        if (slurm != null) {
            slurm.stop();
        }
    }

    @BeforeEach
    void prepare() throws Exception {
        launcher = new OtherLauncher(directory).with("SLURM_CONF", slurm.configuration().toString())
            .with("HAWSER_SHARED_DIR", directory.resolve("shared").toString());
    }

    private String srun(String mpi, int ranks) throws Exception {
        assumeTrue(slurm.has(mpi), "this Slurm has no --mpi=" + mpi);
        return "srun -O --mpi=" + mpi + " -n " + ranks;
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "pmi2", "pmix"})
    void ranksFindEachOther(String mpi) throws Exception {
        OtherLauncher.Result result = launcher.run(srun(mpi, 3), OtherLauncher.java(PlainPrograms.class, "mixture"));
        assertEquals(0, result.exitCode(), result.said());
        assertEquals(3, result.count("well"), result.said());
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(1, result.count("hello " + rank + " of 3 sum=3 near=3"), result.said());
        }
        assertEquals(0, RankJob.entries(launcher.shm()), "what is left in shared memory");
        assertEquals(0, Files.exists(directory.resolve("shared"))
            ? RankJob.entries(directory.resolve("shared")) : 0, "what is left where they met");
    }

    /** Their addresses go from one node's daemon to the other's, and nothing else of theirs is shared. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "pmi2", "pmix"})
    void ranksOfTwoNodesFindEachOther(String mpi) throws Exception {
        assumeTrue(slurm.hasPair(), "this Slurm has one node on one machine");
        OtherLauncher.Result result = launcher.with("HAWSER_FABRIC", "tcp").run(srun(mpi, 4) + " -N 2 -p "
            + OneMachineSlurm.PAIR + " --ntasks-per-node=2", OtherLauncher.java(PlainPrograms.class, "mixture"));
        assertEquals(0, result.exitCode(), result.said());
        assertEquals(4, result.count("well"), result.said());
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(1, result.count("hello " + rank + " of 4 sum=6 near=1"), result.said());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "pmi2", "pmix"})
    void anAbortEndsTheJob(String mpi) throws Exception {
        OtherLauncher.Result result = launcher.run(srun(mpi, 2), OtherLauncher.java(PlainPrograms.class, "abort"));
        assertNotEquals(0, result.exitCode(), result.said());
        assertTrue(result.said().contains("abort called by rank 1 of 2"), result.said());
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "pmi2", "pmix"})
    void aKilledRankEndsTheJobAndTheNextClearsUp(String mpi) throws Exception {
        OtherLauncher.Running running = launcher.start(srun(mpi, 3), OtherLauncher.java(PlainPrograms.class, "wait"));
        List<ProcessHandle> ranks = running.ranks(3);
        RankJob.kill(ranks.get(1).pid());
        OtherLauncher.Result result = running.await();
        assertNotEquals(0, result.exitCode(), result.said());
        OtherLauncher.awaitEnd(ranks);
        OtherLauncher.Result next = launcher.run(srun(mpi, 2), OtherLauncher.java(PlainPrograms.class, "hello"));
        assertEquals(0, next.exitCode(), next.said());
        assertEquals(0, RankJob.entries(launcher.shm()), "what is left in shared memory");
    }

    @Test
    void aProgramInAnAllocationIsAJobOfItsOwn() throws Exception {
        for (String command : List.of("salloc -O -n 2", "srun --mpi=none -n 1", "srun --mpi=pmi2 -n 1")) {
            OtherLauncher.Result result = launcher.run(command, OtherLauncher.java(PlainPrograms.class, "hello"));
            assertEquals(0, result.exitCode(), result.said());
            assertEquals(1, result.count("hello 0 of 1 sum=0 near=1"), result.said());
        }
    }

    @Test
    void aRankThatDoesNotComeIsAnErrorForTheOthers() throws Exception {
        OtherLauncher.Result result = launcher.with("HAWSER_WIREUP_PATIENCE", "3").with("SLURM_PROCID", "1")
            .with("SLURM_STEP_ID", "0").with("SLURM_STEP_NUM_TASKS", "2").with("SLURM_JOB_ID", "99")
            .run("", OtherLauncher.java(PlainPrograms.class, "hello"));
        assertEquals(1, result.exitCode(), result.said());
        assertTrue(result.said().contains("rank=1 of 2") && result.said().contains("rank 0 may not have started"),
            result.said());
    }
}
