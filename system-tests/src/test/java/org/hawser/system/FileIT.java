package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of MPI programs whose ranks are processes, or threads of one. */
class FileIT {
    private static final UnaryOperator<JobSpec.Builder> PROCESSES = builder -> builder;
    private static final UnaryOperator<JobSpec.Builder> THREADS = builder -> builder.threads(true);

    @TempDir
    private Path directory;

    private void assertAnswers(int ranks, boolean threads, String program) throws Exception {
        RankJob.assertAnswers(FilePrograms.class, ranks, threads ? THREADS : PROCESSES, program,
            directory.resolve("data").toString());
    }

    @ParameterizedTest
    @CsvSource({"1, false", "3, false", "4, true"})
    void everyFamilyOfAccessesReadsWhatItWrote(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "families");
    }

    @ParameterizedTest
    @CsvSource({"3, false", "4, true"})
    void columnsOfAMatrixAreWrittenAndReadTogether(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "columns");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void atomicAccessesAreSeenWhole(boolean threads) throws Exception {
        assertAnswers(3, threads, "atomic");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void accessesOfSeveralRanksDoNotWaitForEachOtherInACircle(boolean threads) throws Exception {
        assertAnswers(2, threads, "circle");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "3, false"})
    void external32IsWhatJavaReads(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "external32");
    }

    @ParameterizedTest
    @CsvSource({"3, false", "4, true"})
    void filesDoNotWaitForEachOther(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "two");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", "3, true"})
    void mistakesAreThrownAtAllRanks(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "mistakes");
    }

    @Test
    void aKilledRankIsAnErrorAtAllThatWriteTogetherWithIt() throws Exception {
        RankJob job = RankJob.start(FilePrograms.class, 4, RankJob::brief, "lost",
            directory.resolve("data").toString());
        job.whenAllAreUp(all -> RankJob.kill(all.pids().get(3)));
        job.await();
        assertEquals(3, job.lines().stream().filter(line -> line.startsWith("told true ")).count(), job::report);
    }
}
