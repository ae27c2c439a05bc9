package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of windows, whose ranks are processes or threads of one. */
class RmaIT {
    private static void assertRuns(int ranks, boolean threads, String program, Object... arguments) throws Exception {
        RankJob.assertRuns(RmaPrograms.class, ranks, builder -> builder.threads(threads), program,
            List.of(arguments).stream().map(Object::toString).toArray(String[]::new));
    }

    private static void assertAnswers(int ranks, boolean threads, String program) throws Exception {
        RankJob.assertAnswers(RmaPrograms.class, ranks, builder -> builder.threads(threads), program);
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", "4, true"})
    void windowsKeepTheRulesOfTheStandard(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "rules");
    }

    @Test
    @Tag("slow")
    void windowsOfEightKeepTheRulesOfTheStandard() throws Exception {
        assertAnswers(8, true, "rules");
    }

    /** Designs that go other ways than the standard ones: {@code name=value} of {@code hawser.mpi.rma}. */
    @ParameterizedTest
    @ValueSource(strings = {"path=messages", "path=agent", "fence=deferred", "locks=network", "bias=1"})
    void everyDesignKeepsTheRulesOfTheStandard(String setting) throws Exception {
        RankJob.assertAnswers(RmaPrograms.class, 3, builder -> with(builder, setting), "rules");
    }

    private static JobSpec.Builder with(JobSpec.Builder builder, String setting) {
        return builder.threads(true).jvmArgs("-Dhawser.mpi.rma." + setting);
    }

    /**
     * For ten minutes each: {@code mvn package -pl system-tests -am -Dtest=RmaIT#random*
     * -Dsurefire.failIfNoSpecifiedTests=false -Dhawser.test.args=-Dhawser.traffic.seconds=600}. A program that fails
     * tells its seed; {@code RmaPrograms mixture -SEED} runs it again.
     */
    @ParameterizedTest
    @CsvSource({"3, true", "4, false"})
    void randomProgramsLeaveWhatTheModelLeaves(int ranks, boolean threads) throws Exception {
        assertRuns(ranks, threads, "mixture", Integer.getInteger("hawser.traffic.seconds", 3));
    }

    @ParameterizedTest
    @CsvSource({"4, false, 400", "6, true, 400"})
    void updatesOfManyAddUpAndLocksKeepTheirWord(int ranks, boolean threads, int amount) throws Exception {
        assertRuns(ranks, threads, "contention", amount);
    }

    @Test
    @Tag("slow")
    void updatesOfSixteenAddUpAndLocksKeepTheirWord() throws Exception {
        assertRuns(16, true, "contention", 300);
    }

    /** The others are told, and a window that the lost rank has no part in goes on. */
    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "shared", "all", "exclusiveAtSelf", "fence", "start", "post", "locks",
        "lateLocks", "flushes", "flushesOfAll"})
    void aKilledRankIsAnErrorAtThoseThatWaitForItOrUseItsMemoryAndOtherWindowsGoOn(String how) throws Exception {
        RankJob job = RankJob.start(RmaPrograms.class, 3, RankJob::brief, "bereft", how);
        job.whenAllAreUp(all -> RankJob.kill(all.pids().get(2)));
        job.await();
        assertEquals(2, job.lines().stream().filter(line -> line.startsWith("told true ")).count(), job::report);
        assertEquals(2, job.lines().stream().filter("goes on"::equals).count(), job::report);
    }

    /** A rank that only yields comes back after all that compute, so waits are sleep there, in every kind of epoch. */
    @ParameterizedTest
    @CsvSource({"4, false", "8, true"})
    void ranksMeetOnCoresThatComputingThreadsWant(int ranks, boolean threads) throws Exception {
        assertRuns(ranks, threads, "computing", 30);
    }

    /** No memory is taken from under a rank's own threads. */
    @Test
    void ranksThatAreEndedInTheMiddleDoNotCrash(@TempDir Path directory) throws Exception {
        for (int round = 0; round < 4; round++) {
            String signal = round % 2 == 0 ? "-INT" : "-TERM";
            RankJob job = RankJob.start(RmaPrograms.class, 3, builder -> builder.jvmArgs("-XX:ErrorFile=" + directory
                + "/crash%p.log", "-XX:-CreateCoredumpOnCrash"), "untilEnded");
            job.whenAllAreUp(all -> all.pids().forEach(pid -> RankJob.signal(signal, pid)));
            job.await();
            assertEquals(0, RankJob.entries(directory), job::report);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"path=messages", "fence=deferred"})
    void buffersAreKeptUntilTheirOperationsAreOver(String setting) throws Exception {
        RankJob.assertAnswers(RmaPrograms.class, 2, builder -> with(builder, setting), "lettingGo");
    }

    @Test
    void aWindowOfMoreThanTwoGibibytesIsReachedToItsEnd() throws Exception {
        long room = Files.getFileStore(Path.of("/dev/shm")).getUsableSpace();
        assumeTrue(room > 5L << 29, "the window needs shared memory: bytes=" + (5L << 29) + " free=" + room);
        assertAnswers(2, false, "large");
    }
}
