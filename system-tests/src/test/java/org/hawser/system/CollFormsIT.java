package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives of programs whose ranks are processes, or threads of one. */
class CollFormsIT {
    private static void assertAnswers(int ranks, boolean threads, String program) throws Exception {
        RankJob.assertAnswers(CollFormsPrograms.class, ranks, builder -> builder.threads(threads), program);
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", "3, true", "4, false", "5, true", "8, true"})
    void everyFormGivesWhatTheDefinitionGives(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "forms");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, false", "4, true"})
    void itemsWithGapsAreMovedAndCombinedInTheirPlaces(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "types");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", "3, true"})
    void wrongCallsAreRefusedWithTheirClassAndHarmNothing(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "refusals");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void callsThatWaitAllocateNothingForBasicTypes(int ranks) throws Exception {
        RankJob.assertRuns(CollFormsPrograms.class, ranks, builder -> builder.threads(true), "allocation");
    }

    /** Rank 0 reads the table, and all fail alike where it is wrong. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWrongTableOfAlgorithmsEndsInitAtAllRanks(boolean threads, @TempDir Path directory) throws Exception {
        Path table = directory.resolve("wrong.algorithms");
        Files.writeString(table, "[shm]\nbcast * * pigeon\n");
        RankJob job = RankJob.start(CollFormsPrograms.class, 3, builder -> RankJob.brief(builder).threads(threads)
            .jvmArgs("-Dhawser.mpi.coll.table=" + table), "forms");
        assertEquals(1, job.await(), job::report);
        assertTrue(job.report().contains("no such algorithm: known=[binomial, "), job::report);
        assertTrue(job.report().contains("file=" + table + " line=2"), job::report);
    }

    /** In shared memory, by messages, and as a schedule. */
    @ParameterizedTest
    @CsvSource({"true, node", "true, rabenseifner", "false, rabenseifner"})
    void aKilledRankIsAnErrorAtAllThatTakePart(boolean waits, String algorithm) throws Exception {
        RankJob job = RankJob.start(CollFormsPrograms.class, 4,
            builder -> RankJob.brief(builder).jvmArgs("-Dhawser.mpi.coll.allreduce=" + algorithm), "lost",
            Boolean.toString(waits));
        job.whenAllAreUp(all -> RankJob.kill(all.pids().get(3)));
        job.await();
        assertEquals(3, job.lines().stream().filter(line -> line.startsWith("told ")).count(), job::report);
        assertTrue(job.lines().stream().anyMatch(line -> line.startsWith("told 78 ")), job::report);
    }
}
